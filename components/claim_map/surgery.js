// Claim surgery: a claim cut in two, merged with the next, put on other words, a missed one added, evidence pointed to.
// By mouse, words are selected or a place is clicked, and a bar in that pane offers what can be done there. By key, the
// same key first opens a caret or a selection that the arrows move, and then does it.

const ACTS = {
  split: { key: "b", pane: "draft", cut: true, says: ({ number }) => `Split claim ${number} here` },
  merge: { key: "m", pane: "draft", cut: true, says: ({ number }) => `Merge claim ${number} with claim ${number + 1}` },
  respan: { key: "w", pane: "draft", says: ({ number }) => `Claim ${number} is these words` },
  missed: { key: "i", pane: "draft", says: () => "Add these words as a claim", alone: true },
  supports: { key: "y", pane: "source", says: ({ number }) => `Supports claim ${number}` },
  contradicts: { key: "o", pane: "source", says: ({ number }) => `Contradicts claim ${number}` },
};
const HINTS = {
  split: "← → move the cut, with Shift by letter · Enter cuts · Esc leaves",
  words: "← → move the end, with Shift the start · ↑ ↓ another sentence · Enter does it · Esc leaves",
};

// Where the part of the page that can be seen ends: at the bar with the decisions, which stays in view.
function lowest() {
  const bar = document.querySelector(".st-key-decision_bar")?.getBoundingClientRect();
  return bar && bar.top > 0 && bar.top < innerHeight ? bar.top : innerHeight;
}

class Surgery {
  constructor(map) {
    this.map = map;
    this.draft = new PaneText(map.draft.scroller);
    this.bar = this.toolbar();
    this.caret = element("span", "caret");
    this.caret.hidden = true;
    map.draft.scroller.append(this.caret);
    this.close();
    this.changed = () => this.readSelection();
    this.pressed = (event) => this.steer(event);
    document.addEventListener("selectionchange", this.changed);
    document.addEventListener("keydown", this.pressed, true);
    // The place is read before the click selects a claim, as its card moves the words below it. A click that selects one
    // asks for its card, which the bar would cover: where to cut is asked by a click into the selected claim.
    map.draft.scroller.addEventListener(
      "click",
      (event) => {
        const part = event.target.closest(".part");
        const own = map.selected !== null && map.draft.parts[map.selected].includes(part);
        this.under = own ? placeUnder(event, map.root.getRootNode()) : null;
      },
      true,
    );
    map.draft.scroller.addEventListener("click", (event) => this.click(event));
    // The bar comes when a selection is made, not under the pointer while it grows.
    this.holds = () => (this.dragging = true);
    this.letsGo = () => {
      if (!this.dragging) return;
      this.dragging = false;
      this.readSelection();
    };
    map.root.addEventListener("pointerdown", this.holds);
    document.addEventListener("pointerup", this.letsGo);
    document.addEventListener("pointercancel", this.letsGo);
    for (const { scroller } of [map.draft, map.sources]) scroller.addEventListener("scroll", () => this.placeBar());
  }

  stop() {
    document.removeEventListener("selectionchange", this.changed);
    document.removeEventListener("keydown", this.pressed, true);
    document.removeEventListener("pointerup", this.letsGo);
    document.removeEventListener("pointercancel", this.letsGo);
  }

  toolbar() {
    const bar = element("div", "tools");
    bar.setAttribute("role", "toolbar");
    bar.hidden = true;
    bar.addEventListener("mousedown", (event) => event.preventDefault()); // a press must not take the selection away
    bar.addEventListener("pointerdown", (event) => event.stopPropagation());
    this.map.root.append(bar);
    return bar;
  }

  // `at` is where the reviewer is: a text, the offsets in it, and with keys the act that Enter does.
  close() {
    this.at = null;
    this.caret.hidden = true;
    this.bar.hidden = true;
  }

  // The span of a claim in the draft, in units.
  span(claim) {
    const parts = this.map.draft.parts[claim];
    const [first, last] = [parts[0], parts.at(-1)];
    return [this.draft.offset(first, 0), this.draft.offset(last, last.childNodes.length)];
  }

  can(name, { pane, start, end }) {
    const { selected, texts } = this.map;
    const act = ACTS[name];
    if (act.pane !== pane || (Boolean(act.cut) !== (start === end)) || (selected === null && !act.alone)) return false;
    if (name === "merge") return selected + 1 < texts.claims.length;
    if (name !== "split") return true;
    const [from, to] = this.span(selected);
    return this.draft.text.slice(from, start).trim() !== "" && this.draft.text.slice(start, to).trim() !== "" && from < start && start < to;
  }

  open(at) {
    this.close();
    const names = Object.keys(ACTS).filter((name) => this.can(name, at));
    if (names.length === 0 && !at.act) return;
    this.at = at;
    this.caret.hidden = at.pane !== "draft" || at.start !== at.end || !this.can("split", at);
    if (!this.caret.hidden) this.placeCaret(at.start);
    const hint = at.act ? [element("span", "hint", HINTS[at.act] ?? HINTS.words)] : [];
    this.bar.replaceChildren(...names.map((name) => this.button(name)), this.leaving(), ...hint);
    this.bar.setAttribute("aria-label", at.pane === "draft" ? "Change the claims" : "Point to evidence");
    this.bar.hidden = false;
    this.placeBar();
  }

  // Below the words, else above them: never over them, and not under the page's own bar.
  placeBar() {
    if (this.bar.hidden) return;
    const { text, start, end } = this.at;
    const spots = [...text.range(start, Math.max(end, Math.min(start + 1, text.text.length))).getClientRects()];
    if (spots.length === 0) return;
    const [frame, pane] = [this.map.root.getBoundingClientRect(), text.container.closest(".pane").getBoundingClientRect()];
    const [top, bottom] = [Math.min(...spots.map((spot) => spot.top)), Math.max(...spots.map((spot) => spot.bottom))];
    this.bar.style.maxWidth = `${pane.width - 16}px`;
    const { width, height } = this.bar.getBoundingClientRect();
    const left = Math.min(Math.max(spots.at(-1).left - 8, pane.left + 8), pane.right - width - 8);
    const below = Math.min(bottom, pane.bottom) + 8;
    const place = below + height <= lowest() ? below : Math.max(top, pane.top + 40) - height - 8;
    this.bar.style.left = `${left - frame.left}px`;
    this.bar.style.top = `${place - frame.top}px`;
  }

  button(name) {
    const button = element("button", this.at.act === name ? "plain chosen" : "plain");
    button.type = "button";
    button.dataset.act = name;
    button.append(element("span", "", ACTS[name].says({ number: this.map.selected + 1 })), element("kbd", "", ACTS[name].key));
    button.addEventListener("click", () => this.do(name));
    return button;
  }

  leaving() {
    const button = element("button", "plain leave", "✕");
    button.type = "button";
    button.setAttribute("aria-label", "Leave the claims as they are");
    button.addEventListener("click", () => this.leave());
    return button;
  }

  leave() {
    const byKey = this.at?.act;
    this.close();
    if (byKey) document.getSelection().removeAllRanges();
  }

  placeCaret(offset) {
    const { scroller } = this.map.draft;
    const range = this.draft.range(offset, Math.min(offset + 1, this.draft.text.length));
    const [spot] = range.getClientRects();
    const frame = scroller.getBoundingClientRect();
    if (!spot) return;
    const left = this.draft.isRightToLeft(offset) ? spot.right : spot.left;
    this.caret.style.left = `${left - frame.left + scroller.scrollLeft}px`;
    this.caret.style.top = `${spot.top - frame.top + scroller.scrollTop}px`;
    this.caret.style.height = `${spot.height}px`;
    reveal(scroller, this.caret, 12);
  }

  // --- by mouse -----------------------------------------------------------------------------------------------------

  click(event) {
    if (event.target.closest(".chip") || !event.target.closest(".part")) {
      if (this.at && !selectedRange(this.map.root.getRootNode())) this.close();
      return;
    }
    const root = this.map.root.getRootNode();
    const place = this.under;
    if (selectedRange(root)) return;
    if (!place || !this.draft.holds(place[0])) {
      this.close();
      return;
    }
    const offset = this.draft.offset(...place);
    this.open({ pane: "draft", source: -1, text: this.draft, start: offset, end: offset });
  }

  readSelection() {
    if (this.dragging) return;
    const range = selectedRange(this.map.root.getRootNode());
    if (range === null) {
      if (this.at && this.at.start !== this.at.end) this.close();
      return;
    }
    const found = this.placed(range);
    const same = ["pane", "source", "start", "end"].every((name) => this.at?.[name] === found?.[name]);
    if (found === null || same) return;
    this.open(found);
  }

  placed({ startContainer, startOffset, endContainer, endOffset }) {
    const source = this.map.sources.sections.findIndex(({ text }) => text?.contains(startContainer) && text.contains(endContainer));
    const inDraft = this.draft.holds(startContainer) && this.draft.holds(endContainer);
    if (!inDraft && source < 0) return null;
    const text = inDraft ? this.draft : new PaneText(this.map.sources.sections[source].text);
    const [start, end] = [text.offset(startContainer, startOffset), text.offset(endContainer, endOffset)];
    return says(text.text.slice(start, end)) ? { pane: inDraft ? "draft" : "source", source, text, start, end } : null;
  }

  // --- by key -------------------------------------------------------------------------------------------------------

  // The key of an act: do it where the reviewer is, else open a caret or a selection for it.
  key(name) {
    if (this.map.selected === null && !ACTS[name].alone) {
      this.map.live.textContent = "No claim is selected; press j for the first.";
      return;
    }
    if (name === "merge" || (this.at && this.can(name, this.at))) this.do(name);
    else this.aim({ ...this.first(name), act: name });
  }

  first(name) {
    if (ACTS[name].pane === "source") return this.firstOfSource();
    const at = { pane: "draft", source: -1, text: this.draft };
    const [from, to] = this.map.selected === null ? [0, 0] : this.span(this.map.selected);
    if (name === "split") return { ...at, start: this.likelyCut(from, to), end: this.likelyCut(from, to) };
    if (name === "respan") return { ...at, start: from, end: to };
    const [start, end] = this.unclaimed(to) ?? this.unclaimed(0) ?? sentence(this.draft.text, to) ?? [0, 0];
    return { ...at, start, end };
  }

  // Before the word that follows a comma or the like nearest the middle, else before the word nearest the middle.
  likelyCut(from, to) {
    const cuts = [];
    for (let at = wordEdge(this.draft.text, from, 1, "start"); at < to; at = wordEdge(this.draft.text, at, 1, "start")) cuts.push(at);
    const after = cuts.filter((at) => /[,;:—–.、，]\s*$/.test(this.draft.text.slice(from, at)));
    const middle = (from + to) / 2;
    return (after.length ? after : cuts).reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best), cuts[0] ?? from);
  }

  // The first words from an offset on that say something and lie in no claim.
  unclaimed(from) {
    for (const line of this.map.draft.scroller.querySelectorAll(".line")) {
      for (const node of line.childNodes) {
        if (node.classList?.contains("part") || node.classList?.contains("chip") || !says(node.textContent)) continue;
        const start = this.draft.offset(line, [...line.childNodes].indexOf(node));
        if (start < from) continue;
        const words = node.textContent;
        return [start + words.length - words.trimStart().length, start + words.trimEnd().length];
      }
    }
    return null;
  }

  firstOfSource() {
    const { sources, selected } = this.map;
    const [evidence] = sources.byClaim[selected];
    const opened = sources.sections.findIndex(({ body }) => !body.hidden);
    const source = evidence === undefined ? Math.max(opened, 0) : this.map.texts.evidence[evidence].source;
    const at = this.inSource(source);
    if (!at) return null;
    const part = evidence === undefined ? null : sources.parts[evidence].find((one) => one.matches(".part"));
    if (!part) return at;
    const start = at.text.offset(part, 0);
    return { ...at, start, end: start + part.textContent.length };
  }

  inSource(source) {
    const { sources } = this.map;
    if (!sources.sections[source]) return null;
    sources.toggle(source, true);
    const text = new PaneText(sources.sections[source].text);
    const [start, end] = sentence(text.text, 0) ?? [0, 0];
    return { pane: "source", source, text, start, end };
  }

  aim(at) {
    if (!at.text) return;
    this.open(at);
    if (at.start !== at.end) {
      at.text.select(at.start, at.end);
      const scroller = at.pane === "draft" ? this.map.draft.scroller : this.map.sources.scroller;
      reveal(scroller, at.text.point(at.start, false)[0].parentElement, 48);
    }
    const { bottom } = at.text.range(at.start, Math.max(at.end, at.start + 1)).getBoundingClientRect();
    const hidden = bottom + this.bar.offsetHeight + 16 - lowest();
    if (hidden > 0) document.querySelector("[data-testid=stMain]")?.scrollBy(0, hidden);
    this.placeBar();
    const words = at.text.text.slice(at.start, at.end);
    this.map.live.textContent = words || `Cut before: ${at.text.text.slice(at.start, at.start + 60)}`;
  }

  // Keys while a caret or selection was opened by key: before the panes' own arrows hear of them.
  steer(event) {
    if (!this.at || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key === "Escape") this.leave();
    else if (!this.at.act) return;
    else if (event.key === "Enter") this.do(this.at.act);
    else if (event.key.startsWith("Arrow")) this.move(event);
    else if ("[]".includes(event.key) && this.at.pane === "source") this.otherSource(event.key === "]" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move({ key, shiftKey }) {
    const { text, start, end } = this.at;
    const upright = key === "ArrowUp" || key === "ArrowDown";
    const by = upright ? (key === "ArrowDown" ? 1 : -1) : (key === "ArrowRight") !== text.isRightToLeft(start) ? 1 : -1;
    const next = start === end ? this.movedCut(by, upright, shiftKey) : this.movedSpan(by, upright, shiftKey);
    if (next) this.aim({ ...this.at, ...next });
  }

  movedCut(by, upright, letter) {
    const { text: { text }, start } = this.at;
    if (upright) return null;
    const next = letter ? characterEdge(text, start, by) : wordEdge(text, start, by, "start");
    return next !== undefined && this.can("split", { ...this.at, start: next, end: next }) ? { start: next, end: next } : null;
  }

  movedSpan(by, upright, moveStart) {
    const { text: { text }, start, end } = this.at;
    if (upright) {
      const found = sentence(text, start, by);
      return found ? { start: found[0], end: found[1] } : null;
    }
    const next = wordEdge(text, moveStart ? start : end, by, moveStart ? "start" : "end");
    if (next === undefined) return null;
    if (!moveStart) return next > start ? { end: next } : null;
    return { start: next, end: next < end ? end : wordEdge(text, next, 1, "end") };
  }

  otherSource(by) {
    const count = this.map.texts.sources.length;
    const at = this.inSource((this.at.source + by + count) % count);
    if (at) this.aim({ ...at, act: this.at.act });
  }

  // --- doing it -----------------------------------------------------------------------------------------------------

  do(name) {
    const { selected, texts, outbox } = this.map;
    const at = this.at;
    const claim = ACTS[name].alone ? null : texts.claims[selected].id;
    if (name === "merge") {
      if (selected + 1 >= texts.claims.length) {
        this.map.live.textContent = "There is no claim after this one.";
        return;
      }
      outbox.push("merge", claim, null, {});
    } else if (!this.can(name, at)) {
      return;
    } else if (name === "split") {
      const cut = codePoints(at.text.text, at.start);
      outbox.push("split", claim, null, { start: cut, end: cut, text: at.text.text.slice(this.span(selected)[0], at.start) });
    } else if (ACTS[name].pane === "source") {
      outbox.push("evidence", claim, null, { ...at.text.span(at.start, at.end), source: at.source, relation: name });
    } else {
      outbox.push(name, claim, null, at.text.span(at.start, at.end));
    }
    this.close();
    document.getSelection().removeAllRanges();
    this.map.wait(`${ACTS[name].says({ number: selected + 1 })}: being done.`);
  }
}
