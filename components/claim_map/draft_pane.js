// The draft with its claims. Each claim has a chip before its first word: the button a keyboard or a screen reader
// finds. Chips draw their text from attributes, so that the pane's text stays the draft's.

class DraftPane {
  constructor(scroller, texts, pick) {
    this.scroller = scroller;
    this.texts = texts;
    this.parts = texts.claims.map(() => []);
    this.chips = texts.claims.map(() => null);
    // Of how many only where all count as claims, as the rest of the screen counts those alone.
    this.whole = texts.claims.every(({ counts }) => counts) ? ` of ${texts.claims.length}` : "";
    this.shown = texts.claims.map(() => ""); // the state each claim was last drawn in
    this.lit = [];
    this.opposed = []; // claims lit because the selected one cannot stand beside them
    this.owners = new Map(); // part -> claims that cover it, smallest first
    this.spots = new Spots();
    this.roving = new Roving(scroller);
    this.mended = texts.claims.map(() => []); // the parts that a claim's fixes replace, with the new words
    const decorate = (part, indexes) => this.decorate(part, indexes);
    const mend = (claim, fix, part) => this.mended[claim].push([part, fix]);
    writeParagraphs(scroller, texts.draft, decorate, (spot, part) => this.spots.add(spot, part), mend);
    if (this.chips[0]) this.roving.set(this.chips[0]);
    scroller.addEventListener("click", (event) => this.click(event, pick));
  }

  decorate(part, indexes) {
    this.owners.set(part, indexes);
    for (const index of indexes) this.parts[index].push(part);
    const starting = indexes.filter((index) => this.chips[index] === null).sort((a, b) => a - b);
    return starting.map((index) => (this.chips[index] = this.chip(index)));
  }

  chip(index) {
    const chip = inlineButton();
    chip.dataset.claim = String(index);
    chip.dataset.number = String(index + 1);
    if (this.texts.claims[index].disputed) chip.dataset.disputed = `${DISPUTED_ICON} disputed`;
    return chip;
  }

  click(event, pick) {
    const chip = event.target.closest(".chip");
    if (chip) {
      pick(Number(chip.dataset.claim));
      return;
    }
    const owners = this.owners.get(event.target.closest(".part"));
    if (!owners || selectsText(this.scroller)) return;
    pick(owners[(owners.indexOf(this.lit[0]) + 1) % owners.length]);
  }

  // Touches only the claims whose state changed since the last call.
  show(states) {
    states.forEach((state, index) => {
      if (this.shown[index] === state.join()) return;
      this.shown[index] = state.join();
      this.dress(this.chips[index], index, state);
      for (const part of this.parts[index]) this.drape(part, states);
    });
  }

  drape(part, states) {
    const [inner, outer] = this.owners.get(part);
    const [status, decision] = states[inner];
    part.dataset.status = status;
    part.dataset.decision = decision;
    part.classList.toggle("lead", needsAttention(states[inner], this.texts.claims[inner]));
    if (outer !== undefined) part.dataset.outer = states[outer][0];
  }

  dress(chip, index, [status, decision]) {
    if (!chip) return;
    const [icon, word] = this.texts.statuses[status];
    const [badge, decided] = this.texts.decisions[decision] ?? ["", "undecided"];
    const { text, disputed } = this.texts.claims[index];
    Object.assign(chip.dataset, { status, decision, icon, badge });
    chip.classList.toggle("lead", needsAttention([status, decision], this.texts.claims[index]));
    chip.title = `${word}${disputed ? ", disputed: the sources disagree" : ""}, ${decided}`;
    chip.setAttribute("aria-label", this.describe(index, word, decided, text));
  }

  describe(index, word, decided, text) {
    const { disputed, opposed } = this.texts.claims[index];
    const notes = [word, ...(disputed ? ["disputed"] : []), ...(opposed.length ? [this.excludes(index)] : []), decided];
    return `claim ${index + 1}${this.whole}, ${notes.join(", ")}: ${text}`;
  }

  // In words, which claims a claim cannot stand beside; empty when there is none.
  excludes(index) {
    const { opposed } = this.texts.claims[index];
    const numbers = opposed.map((other) => other + 1).sort((a, b) => a - b);
    return numbers.length ? `excludes claim${numbers.length > 1 ? "s" : ""} ${numbers.join(", ")}` : "";
  }

  // Show the taken fixes: the old words struck out and the new ones after them, which are no text of the draft.
  showFixes(fixed) {
    this.mended.forEach((parts, claim) => {
      const taken = fixed.has(claim);
      parts.forEach(([part, fix], place) => {
        const [old, , words] = this.texts.claims[claim].card.fixes[fix];
        part.classList.toggle("gone", taken && old !== ""); // words that are only added strike nothing out
        const last = parts[place + 1]?.[1] !== fix;
        if (taken && last) part.dataset.new = words;
        else delete part.dataset.new;
      });
    });
  }

  // Do what moves the words, and scroll so that a claim that was in view stays where it was.
  keepPlace(index, change) {
    const target = this.chips[index] ?? this.parts[index][0];
    const before = target?.getBoundingClientRect().top;
    change();
    if (target) this.scroller.scrollTop += target.getBoundingClientRect().top - before;
  }

  // The place under a claim's words.
  lastPart(index) {
    return this.parts[index].at(-1) ?? null;
  }

  // Light one claim and those that it cannot stand beside; `kin` are others that rest on the same evidence.
  light(index, kin = []) {
    for (const old of [...this.lit, ...this.opposed]) {
      for (const part of [this.chips[old], ...this.parts[old]]) part?.classList.remove("lit", "kin", "opposed");
      this.chips[old]?.removeAttribute("aria-current");
    }
    this.lit = index === null ? [] : [index, ...kin];
    this.opposed = index === null ? [] : this.texts.claims[index].opposed;
    for (const other of this.opposed) {
      for (const part of [this.chips[other], ...this.parts[other]]) part?.classList.add("opposed");
    }
    for (const other of kin) for (const part of this.parts[other]) part.classList.add("kin");
    if (index === null) return;
    for (const part of [this.chips[index], ...this.parts[index]]) part?.classList.add("lit");
    this.chips[index]?.setAttribute("aria-current", "true");
    if (this.chips[index]) this.roving.set(this.chips[index]);
  }

  reveal(index, until = null) {
    const target = this.chips[index] ?? this.parts[index][0];
    if (target) reveal(this.scroller, target, 12, 3, until);
  }

  hasFocus() {
    return this.scroller.getRootNode().activeElement?.matches?.(".draft .chip") ?? false;
  }

  // Keep the keyboard's place: follow the selection only where the focus already is on a chip.
  follow(index, takesFocus = false) {
    if (takesFocus || this.hasFocus()) this.chips[index]?.focus({ preventScroll: true });
  }
}

// Whether no one has dealt with a claim: by a decision on it, or by taking its fix.
function isOpen([status, decision]) {
  return decision === "" && status !== "fixed";
}

// Whether a person calls a claim supported and the machine does not: its words stay, and it has no fix to take.
function isOverruled([status, decision]) {
  if (decision === "reject") return status === "unsupported" || status === "contradicted";
  return status === "supported" && (decision === "relabel" || decision === "adjudicate");
}

function needsAttention(state, { disputed }) {
  return isOpen(state) && (disputed || (state[0] !== "supported" && state[0] !== "not_checkable"));
}
