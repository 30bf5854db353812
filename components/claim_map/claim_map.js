// The claim map: one instance a mount, kept while its texts stay the same; only states pass through it on a run.

const MAPS = (globalThis[Symbol.for("claimlens.claim_map")] ??= new Map());
const VIEWS = (globalThis[Symbol.for("claimlens.views")] ??= new Map()); // what was in view when a map was taken away
const SHOWN = (globalThis[Symbol.for("claimlens.shown")] ??= new Map()); // by key, the mount that shows a map at last
const INSTANCES = new WeakMap();
const BEGUN = Symbol.for("claimlens.act");
const LOW = 480; // pixels of a window; below them the row of decisions does not stay in view either
const LEFT_FOR = 3000; // milliseconds without an answer after which keys work again

class ClaimMap {
  constructor(parent, texts, outbox) {
    this.texts = texts;
    this.outbox = outbox;
    this.index = new Map(texts.claims.map(({ id }, index) => [id, index]));
    this.selected = null;
    this.told = undefined; // the selection Python last asked for
    this.spotTold = undefined; // the number of the last place Python asked to show
    this.fixed = new Set(); // the claims whose fixes Python has taken
    this.corrected = "";
    this.served = null; // the states as Python has them; nothing is drawn or decided before they are known
    this.kept = []; // the entries of keys pressed while the claims are being changed
    this.trail = []; // claims decided or fixed here, newest last; null for an act that is of no one claim
    this.build(parent);
    this.listener = (event) => this.key(event);
    document.addEventListener("keydown", this.listener);
    // Streamlit's tabs keep Enter to themselves, also the one that is open and has no use for it.
    this.overTab = (event) => event.key === "Enter" && deepFocus()?.matches(OPEN_TAB) && this.key(event);
    document.addEventListener("keydown", this.overTab, true);
    document.addEventListener("pointerdown", stopWaiting, true);
    document.addEventListener("pointerdown", noteClick, true);
    document.addEventListener("keydown", noteTab, true);
    this.opensField = (event) => opensField(event, this.texts.claims[this.selected]?.id);
    document.addEventListener("click", this.opensField, true);
  }

  build(parent) {
    const { texts } = this;
    this.root = element("section", "map");
    this.root.setAttribute("aria-label", "Claims and their sources");
    this.root.style.setProperty("--map-height", texts.height);
    this.legend = element("ul", "legend");
    this.tally = element("span", "tally");
    this.tally.title = texts.about_claims;
    this.sheet = keySheet(texts);
    this.live = element("div", "live");
    this.live.setAttribute("aria-live", "polite");
    const help = element("button", "plain help", "?");
    help.type = "button";
    help.title = "Keyboard (press ?)";
    help.setAttribute("aria-label", "Keyboard help");
    help.addEventListener("click", () => this.sheet.showModal());
    this.copy = element("button", "plain turner", "Copy corrected answer");
    this.copy.type = "button";
    this.copy.hidden = true;
    this.copy.addEventListener("click", () => this.copyCorrected());
    const bar = element("div", "bar");
    const end = element("div", "end");
    end.append(this.tally, help);
    bar.append(this.legend, end);
    const panes = element("div", "panes");
    this.finding = element("span", "finding");
    const [ofDraft, asides] = [element("span", "asides"), element("span", "asides")];
    ofDraft.append(this.draftFinding(), this.copy);
    asides.append(this.finding, ...this.sourcesButton());
    panes.append(
      this.pane("draft", "Draft", ofDraft),
      this.pane("sources", texts.sources.length === 1 ? "Source" : `Sources (${texts.sources.length})`, asides),
    );
    this.root.append(bar, panes, this.live, this.sheet);
    parent.append(this.root);
    this.keepHeight(panes);
    this.root.setAttribute("aria-busy", "true");
    const [draftScroller, sourceScroller] = this.root.querySelectorAll(".scroll");
    this.draft = new DraftPane(draftScroller, texts, (claim) => this.select(claim));
    this.sources = new SourcePane(sourceScroller, texts, (claim, kin) => this.select(claim, { kin, stay: true }));
    this.sources.onToggle = () => this.nameSourcesButton();
    this.nameSourcesButton();
    this.card = new ClaimCard(this);
    this.surgery = texts.surgery ? new Surgery(this) : null;
    if (texts.draft.length === 0) draftScroller.append(element("p", "empty", "The draft is empty."));
    if (texts.sources.length === 0) {
      sourceScroller.append(element("p", "empty", "No sources were given, so there is nothing to check the draft against."));
    }
  }

  sourcesButton() {
    if (this.texts.sources.length === 0) return [];
    this.turner = element("button", "plain turner");
    this.turner.type = "button";
    this.turner.title = "Opens or closes the sources; pressed in a source, the key does so with that one";
    this.turner.addEventListener("click", () => (this.live.textContent = this.sources.turnAll()));
    return [this.turner];
  }

  nameSourcesButton() {
    const which = this.texts.sources.length === 1 ? "" : " all";
    const words = `${this.sources.allOpen ? "Close" : "Open"}${which} (v)`;
    if (this.turner && this.turner.textContent !== words) this.turner.textContent = words;
  }

  turnSources() {
    this.live.textContent = this.sources.turn();
  }

  // A source that opens may make the panes taller; they do not shrink again, so that what is below stays in its place.
  keepHeight(panes) {
    let width = 0;
    this.sizes = new ResizeObserver(([{ contentRect }]) => {
      panes.style.minHeight = contentRect.width === width ? `${contentRect.height}px` : "";
      width = contentRect.width;
    });
    this.sizes.observe(panes);
  }

  pane(name, heading, aside) {
    const pane = element("div", `pane ${name}`);
    pane.setAttribute("role", "region");
    pane.setAttribute("aria-label", heading);
    const head = element("div", "title");
    head.append(element("h2", "", heading), aside);
    pane.append(head, element("div", "scroll"));
    return pane;
  }

  draftFinding() {
    this.draftNote = element("span", "finding", this.texts.claims.length === 0 ? "no claims found" : "");
    return this.draftNote;
  }

  // States from Python: the truth, but for decisions it has not yet heard of.
  receive({ receipt, states, fixed, corrected, guarded, submitted, selected, spot, act }) {
    const first = this.served === null;
    this.served = states;
    this.fixed = new Set(fixed);
    this.corrected = corrected;
    this.guarded = guarded;
    this.submitted = submitted;
    this.root.removeAttribute("aria-busy");
    this.root.dataset.saved = String(states.filter(([, decision]) => decision !== "").length);
    this.outbox.receive(receipt);
    this.root.classList.toggle("waiting", this.outbox.reshaping());
    if (this.outbox.open.length === 0) this.left = undefined;
    this.render();
    this.follow(selected ?? null);
    if (first) runEarly(this, takeEarly());
    this.runKept();
    if (spot && spot[1] !== this.spotTold) {
      this.spotTold = spot[1];
      this.showSpot(spot[0]);
    }
    if (act && act[1] !== globalThis[BEGUN]) {
      globalThis[BEGUN] = act[1]; // not the map's: a map made anew by the act must not begin it again
      this.begin(act[0]);
    }
  }

  // An act that a button of the page around asks for: as if its key were pressed here.
  begin(name) {
    if (this.surgery === null || this.outbox.reshaping()) return;
    this.root.scrollIntoView({ block: "nearest" });
    this.surgery.key(name);
  }

  follow(asked) {
    if (asked === this.told || this.outbox.open.length > 0) return;
    this.told = asked;
    const claim = this.index.get(asked) ?? null;
    if (claim !== null && claim !== this.selected) this.light(claim);
  }

  // A place that the page around asked for: brought into view, and the map with it.
  showSpot(spot) {
    const inSource = this.texts.spots[spot] >= 0;
    this.root.scrollIntoView({ block: "nearest" });
    this.sources.showSpot(inSource ? spot : null);
    this.draft.spots.show(this.draft.scroller, inSource ? null : spot);
    this.live.textContent = inSource ? `Shown in ${this.texts.sources[this.texts.spots[spot]].name}.` : "Shown in the draft.";
  }

  states() {
    const states = this.served.map((state) => [...state]);
    const undone = [];
    for (const { kind, claim, status } of this.outbox.open) {
      if (kind === "undo") undone.pop()?.();
      if (kind === "confirm") undone.push(this.confirmed(states));
      if (!["accept", "reject", "relabel"].includes(kind)) continue;
      const index = this.index.get(claim);
      const before = states[index];
      if (before === undefined) continue;
      undone.push(() => (states[index] = before));
      states[index] = [status ?? before[0], this.decidedAs(kind, status, before)];
    }
    return states;
  }

  // Mark the claims that "the rest is right" decides; returns how to take it back.
  confirmed(states) {
    const rest = this.quiet(this.withFixed(states));
    const before = rest.map((index) => states[index]);
    for (const index of rest) states[index] = [states[index][0], "confirm"];
    return () => rest.forEach((index, place) => (states[index] = before[place]));
  }

  // The claims that no one has dealt with and that are not in doubt.
  quiet(states) {
    const { claims } = this.texts;
    const open = (index) => isOpen(states[index]) && claims[index].counts && !needsAttention(states[index], claims[index]);
    return states.map((_, index) => index).filter(open);
  }

  withFixed(states) {
    const fixed = this.fixedNow();
    return states.map(([status, decision], index) => [fixed.has(index) ? "fixed" : status, decision]);
  }

  // As Python will name it: a status given without another one in view is a label, not a correction.
  decidedAs(kind, status, [inView]) {
    return kind === "relabel" && (this.texts.blind || status === inView) ? "label" : kind;
  }

  render() {
    const mended = this.fixedNow();
    this.drawn = this.withFixed(this.states());
    this.draft.show(this.drawn);
    this.draft.showFixes(mended);
    if (this.selected !== null) this.card.show(this.selected, mended.has(this.selected));
    this.copy.hidden = this.corrected === "";
    const counts = new Map();
    // The status of a claim whose verdict was called wrong is not known: it is counted as that.
    for (const [status, decision] of this.drawn) {
      const named = decision === "reject" && status !== "fixed" ? decision : status;
      counts.set(named, (counts.get(named) ?? 0) + 1);
    }
    const kinds = { ...this.texts.statuses, reject: this.texts.decisions.reject };
    const entries = Object.entries(kinds).filter(([status]) => counts.has(status));
    const shown = JSON.stringify(entries.map(([status]) => [status, counts.get(status)]));
    if (this.legendShown !== shown) {
      this.legend.replaceChildren(...entries.map((entry) => this.legendEntry(entry, counts)), ...this.disputedEntry());
    }
    this.legendShown = shown;
    const counted = this.drawn.filter((_, index) => this.texts.claims[index].counts);
    const decided = counted.filter((state) => !isOpen(state)).length;
    const rest = this.drawn.length - counted.length;
    const tally = counted.length ? `${decided} of ${counted.length} decided${rest ? ` · ${rest} not checkable` : ""}` : "";
    if (this.tally.textContent !== tally) this.tally.textContent = tally;
  }

  legendEntry([status, [icon, word]], counts) {
    const entry = element("li");
    entry.dataset.status = status;
    entry.append(element("span", "icon", icon), element("span", "word", word), element("b", "", String(counts.get(status))));
    return entry;
  }

  disputedEntry() {
    const count = this.texts.claims.filter(({ disputed }) => disputed).length;
    if (count === 0) return [];
    const entry = element("li");
    entry.title = "The sources disagree on it";
    entry.append(element("span", "icon", DISPUTED_ICON), element("span", "", "disputed"), element("b", "", String(count)));
    return [entry];
  }

  select(claim, how = {}) {
    if (this.served === null || this.outbox.reshaping()) return;
    if (claim !== this.selected) this.surgery?.close();
    if (claim !== this.selected) this.outbox.push("select", this.texts.claims[claim].id);
    this.light(claim, how);
  }

  light(claim, { kin = [], stay = false } = {}) {
    this.selected = claim;
    this.draft.light(claim, kin);
    this.draft.keepPlace(claim, () => this.card.show(claim, this.fixedNow().has(claim)));
    this.draft.reveal(claim, this.card.host.isConnected ? this.card.host : null);
    this.draft.follow(claim, this.takesFocus);
    this.takesFocus = false;
    this.sources.light(claim, stay);
    const count = this.sources.byClaim[claim].length;
    const none = this.texts.sources.length === 0 ? "no sources were given" : "no evidence found";
    const pieces = count === 0 ? none : count === 1 ? "1 piece of evidence" : `${count} pieces of evidence`;
    const found = this.texts.blind && count === 0 ? "" : pieces; // a blind map was not told
    this.finding.textContent = count === 0 && found ? `claim ${claim + 1}: ${found}` : ""; // else the sources' heads count it
    const excludes = this.draft.excludes(claim);
    this.draftNote.textContent = excludes ? `claim ${claim + 1} ${excludes}` : "";
    this.announce(claim, found);
  }

  announce(claim, found) {
    const [status, decision] = this.drawn[claim];
    const decided = this.texts.decisions[decision]?.[1] ?? "undecided";
    const said = this.draft.describe(claim, this.texts.statuses[status][1], decided, this.texts.claims[claim].text);
    this.live.textContent = `${said.replace(/\.$/, "")}.${found ? ` ${found}.` : ""}`;
  }

  step(by) {
    const count = this.texts.claims.length;
    if (count === 0) return;
    const from = this.selected ?? (by > 0 ? -1 : count);
    this.select(Math.min(Math.max(from + by, 0), count - 1));
    // In a low window, as with large type, most of the pane may be below what is in view.
    if (innerHeight < LOW) this.draft.scroller.scrollIntoView({ block: "nearest" });
  }

  // For a second after a result has come, nothing is decided: the key or click was meant for what stood there before.
  get isTooSoon() {
    const arrived = globalThis[Symbol.for("claimlens.arrived_at")] ?? -Infinity;
    return this.guarded && performance.now() - arrived < 1000;
  }

  decide(kind, status = null) {
    if (this.selected === null) {
      this.live.textContent = "No claim is selected; press j for the first.";
      return;
    }
    if (this.isTooSoon) {
      this.live.textContent = "The result has just come; nothing was decided.";
      return;
    }
    this.trail.push(this.selected);
    this.outbox.push(kind, this.texts.claims[this.selected].id, status);
    this.render();
    const next = this.nextInDoubt() ?? this.nextWhere((index) => isOpen(this.drawn[index]) && this.texts.claims[index].counts);
    if (next === null) this.live.textContent = "All claims are decided.";
    else this.select(next);
  }

  // One act for all claims that are not in doubt; it is written down as that, not as so many claims read.
  confirmRest() {
    if (this.isTooSoon) {
      this.live.textContent = "The result has just come; nothing was decided.";
      return;
    }
    const count = this.quiet(this.drawn).length;
    if (count === 0) {
      this.live.textContent = "Nothing else to call right: what is open is in doubt.";
      return;
    }
    this.trail.push(null);
    this.outbox.push("confirm");
    this.render();
    this.live.textContent = `${count === 1 ? "1 claim is" : `${count} claims are`} called right together; u takes it back.`;
  }

  // A fix that is there and not taken; else the next claim in doubt; else, or after a submission, the next answer.
  enter() {
    if (this.submitted) {
      this.outbox.push("next_item");
      return;
    }
    if (this.offersFix()) {
      this.takeFix();
      return;
    }
    const next = this.nextInDoubt();
    if (next === null) this.outbox.push("next_item");
    else this.select(next);
  }

  // Whether Enter takes a fix.
  offersFix() {
    const claim = this.selected === null ? null : this.texts.claims[this.selected];
    if (this.submitted || !claim?.card?.fixes.length) return false;
    return !this.fixedNow().has(this.selected) && !isOverruled(this.drawn[this.selected]);
  }

  takeFix() {
    if (this.isTooSoon) return;
    this.trail.push(this.selected);
    if (this.card.labels) this.trail.push(this.selected); // Python writes that the verdict is right, and then the fix
    this.outbox.push("fix", this.texts.claims[this.selected].id);
    this.render();
    this.live.textContent = "The fix is taken; Enter goes on to the next claim in doubt.";
  }

  // The claims whose fixes are taken, with those that Python has not heard of yet.
  fixedNow() {
    const fixed = new Set(this.fixed);
    for (const { kind, claim } of this.outbox.open) if (kind === "fix") fixed.add(this.index.get(claim));
    return fixed;
  }

  nextInDoubt() {
    if (this.texts.blind) return null;
    return this.nextWhere((index) => needsAttention(this.drawn[index], this.texts.claims[index]));
  }

  // The first claim after the selected one, or from the start again, for which `wanted` holds.
  nextWhere(wanted) {
    const count = this.drawn.length;
    for (let ahead = 1; ahead < count; ahead++) {
      const index = ((this.selected ?? -1) + ahead) % count;
      if (wanted(index)) return index;
    }
    return null;
  }

  // Ask Python for a text field; the keys pressed until it is there were meant for it.
  ask(kind) {
    if (this.selected === null) return;
    const { id } = this.texts.claims[this.selected];
    waitFor(kind, id);
    this.outbox.push(kind, id);
  }

  search() {
    waitFor("search");
    this.outbox.push("search");
  }

  async copyCorrected() {
    try {
      await navigator.clipboard.writeText(this.corrected);
      this.live.textContent = this.copy.textContent = "Copied";
    } catch {
      this.live.textContent = this.copy.textContent = "Your browser forbids it; see Corrected answer above";
    }
    setTimeout(() => (this.copy.textContent = "Copy corrected answer"), 2500);
  }

  // Another answer is to come: keys pressed until it is there were meant for it, not for this one. A blind answer stays
  // when it is submitted.
  leave(kind) {
    if (kind !== "submit" || !this.texts.blind) this.left = performance.now();
    this.outbox.push(kind);
  }

  // An act is under way that makes other claims of these: clicks on these would come to nothing, and keys are kept.
  wait(said) {
    this.root.classList.add("waiting");
    this.live.textContent = said;
  }

  // What is in view, for the map that takes this one's place when the claims of the same texts change.
  view() {
    const { scroller, sections, keptOpen } = this.sources;
    return {
      draft: this.draft.scroller.textContent,
      top: this.draft.scroller.scrollTop,
      sourceTop: scroller.scrollTop,
      open: sections.map(({ body }) => !body.hidden),
      keptOpen,
      focused: this.draft.hasFocus(),
      kept: this.kept,
      judged: this.judged ?? this.inView(),
      at: performance.now(),
    };
  }

  restore({ draft, top, sourceTop, open, keptOpen, focused, kept, judged, at }) {
    if (draft !== this.draft.scroller.textContent || open.length !== this.sources.sections.length) return;
    open.forEach((isOpen, index) => this.sources.toggle(index, isOpen));
    this.sources.keptOpen = keptOpen;
    this.draft.scroller.scrollTop = top;
    this.sources.scroller.scrollTop = sourceTop;
    this.takesFocus = focused;
    if (performance.now() - at > EARLY_FOR) return; // the reviewer has been elsewhere
    // For a moment there may have been no map to take a key.
    this.kept = [...kept, ...earlyKeys(at).flatMap(entriesOf).filter((entry) => offered(entry, this.texts))];
    this.judged = judged;
  }

  // What is in view of each claim, by its id.
  inView() {
    return new Map(this.texts.claims.map(({ id, card }, index) => [id, JSON.stringify([this.drawn?.[index][0], card])]));
  }

  // The keys pressed while the claims were being changed, in their order; one of them may change the claims again.
  runKept() {
    if (this.outbox.reshaping()) return;
    const before = this.judged ?? this.inView();
    this.judged = undefined;
    while (this.kept.length > 0 && !this.outbox.reshaping()) {
      const entry = this.kept.shift();
      const selected = this.selected === null ? null : this.texts.claims[this.selected].id;
      const goesOn = entry.judges === "fix" && !this.offersFix();
      if (goesOn || actsLate(entry, selected, before, this.inView())) entry.run(this);
      else this.live.textContent = "The claims have changed; nothing was decided.";
      if (waiting() || this.left !== undefined) this.kept = []; // the rest was meant for a field, or for another answer
    }
  }

  // Python knows whose event it takes back, also after a reload, and selects that claim; the trail only foretells it.
  undo() {
    this.outbox.push("undo");
    this.render();
    const last = this.trail.pop() ?? null;
    if (last !== null) this.light(last);
  }

  key(event) {
    if (this.left !== undefined && performance.now() - this.left > LEFT_FOR) this.left = undefined;
    const isNew = this.served === null && this.judged === undefined; // a map that takes no other's place
    if (this.left !== undefined || isNew || this.sheet.open || !this.root.checkVisibility() || leavesField(event)) return;
    const entry = keyFor(event, this.texts);
    if (!entry) return;
    event.preventDefault();
    if (waiting()) return;
    if (this.served === null || this.outbox.reshaping()) {
      this.kept.push(entry);
      return;
    }
    stopWaiting(); // a field that comes after its time must not take what is typed now
    entry.run(this);
  }

  close() {
    document.removeEventListener("keydown", this.listener);
    document.removeEventListener("keydown", this.overTab, true);
    document.removeEventListener("pointerdown", stopWaiting, true);
    document.removeEventListener("pointerdown", noteClick, true);
    document.removeEventListener("keydown", noteTab, true);
    document.removeEventListener("click", this.opensField, true);
    this.surgery?.stop();
    this.sizes.disconnect();
    this.root.remove();
  }
}

// The bytes are a fingerprint of 64 characters, then the texts as JSON: read only when the fingerprint is new.
export default function ({ data, parentElement, setStateValue }) {
  const held = INSTANCES.get(parentElement) ?? { outbox: new Outbox(), map: null, fingerprint: "", calls: 0 };
  INSTANCES.set(parentElement, held);
  held.outbox.send = (outbox) => setStateValue("outbox", outbox);
  const fingerprint = new TextDecoder().decode(data.subarray(0, 64));
  if (fingerprint !== held.fingerprint) {
    const texts = JSON.parse(new TextDecoder().decode(data.subarray(64)));
    // A map put in another place may be mounted there before it is taken away here.
    const view = held.map?.view() ?? SHOWN.get(texts.key)?.map?.view() ?? VIEWS.get(texts.key);
    VIEWS.delete(texts.key);
    held.map?.close();
    held.fingerprint = fingerprint;
    held.map = new ClaimMap(parentElement, texts, held.outbox);
    SHOWN.set(texts.key, held);
    if (view) held.map.restore(view);
    connect(held);
  }
  followTheme(held.map.root);
  const call = ++held.calls;
  return () => {
    if (call !== held.calls) return; // Streamlit also cleans up after calls that a later one overtook
    held.outbox.close();
    const { key } = held.map.texts;
    const last = SHOWN.get(key) === held;
    if (last) VIEWS.set(key, held.map.view()); // the page may put it in another place, as a blind answer's is
    held.map.close();
    INSTANCES.delete(parentElement);
    if (!last) return; // what is shown elsewhere by now goes on
    SHOWN.delete(key);
    MAPS.delete(key);
  };
}

function connect(held) {
  const { key } = held.map.texts;
  const entry = MAPS.get(key) ?? {};
  MAPS.set(key, entry);
  entry.show = (states) => states.fingerprint === held.fingerprint && held.map.receive(states);
  if (entry.latest) entry.show(entry.latest);
}
