// Texts become DOM here and only here, character by character through text nodes.

const BIDI_CONTROLS = {
  "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO",
  "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI",
};
const BIDI_SPLIT = /([\u202a-\u202e\u2066-\u2069])/;

// Controls that reorder what follows are shut into an element of their own and shown by name.
function writeText(parent, text) {
  for (const part of text.split(BIDI_SPLIT)) {
    if (part === "") continue;
    const control = BIDI_CONTROLS[part];
    if (!control) {
      parent.append(document.createTextNode(part));
      continue;
    }
    const shut = element("span", "control");
    shut.dataset.name = control;
    shut.append(document.createTextNode(part));
    parent.append(shut);
  }
}

// Streamlit hands over its theme as custom properties; which of the two inks is readable follows from the page.
function followTheme(root) {
  const [red, green, blue] = getComputedStyle(root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  root.dataset.theme = 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
}

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) writeText(made, text);
  return made;
}

const LINES_A_BLOCK = 50; // a block off screen is not laid out, see .block

// A paragraph a line, so that each finds its own direction. `decorate(part, indexes)` is called for every piece that a
// span covers and returns what stands before it, if anything; `place(spot, part)` for every piece of a spot, and
// `mend(claim, fix, part)` for every piece that a fix replaces.
function writeParagraphs(parent, paragraphs, decorate, place, mend) {
  const built = document.createDocumentFragment();
  let block = null;
  paragraphs.forEach((pieces, number) => {
    if (number % LINES_A_BLOCK === 0) {
      block = element("div", "block");
      built.append(block);
    }
    const paragraph = element("div", "line");
    paragraph.dir = "auto";
    for (const [text, indexes, flags = 0, spots = [], fixes = []] of pieces) {
      if (indexes.length === 0 && flags === 0 && spots.length === 0 && fixes.length === 0) {
        writeText(paragraph, text);
        continue;
      }
      const part = element("span", indexes.length ? "part" : "bare", text);
      part.classList.toggle("marked", (flags & 1) !== 0);
      part.classList.toggle("gap", (flags & 2) !== 0);
      if (flags & 2) part.title = "in no claim";
      paragraph.append(...(indexes.length ? decorate(part, indexes) : []), part);
      for (const spot of spots) place(spot, part);
      for (const [claim, fix] of fixes) mend?.(claim, fix, part);
    }
    block.append(paragraph);
  });
  parent.append(built);
}

const REVEALED = new WeakMap(); // pane -> what it was last scrolled to

// Scroll within the pane only: scrollIntoView would move the whole page. The target's own block gets its true height
// first, or the pane would end above a target far down in it. A long way is jumped, and as the blocks around get their
// true height only when they come into view, the place is looked at again after the jump.
function reveal(scroller, target, headroom = 0, tries = 3, until = null) {
  target.closest(".block")?.style.setProperty("content-visibility", "visible");
  const pane = scroller.getBoundingClientRect();
  const spot = target.getBoundingClientRect();
  const end = Math.max(spot.bottom, until?.getBoundingClientRect().bottom ?? 0);
  REVEALED.set(scroller, target);
  if (spot.top >= pane.top + headroom && end <= pane.bottom - 8) return;
  // A quarter down the pane, or higher where all of it would not fit below.
  const room = scroller.clientHeight - (end - spot.top) - 12;
  const distance = spot.top - pane.top - Math.max(headroom, Math.min(scroller.clientHeight / 4, room));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const jumps = still || Math.abs(distance) > 2 * scroller.clientHeight;
  scroller.scrollTo({ top: scroller.scrollTop + distance, behavior: jumps ? "auto" : "smooth" });
  if (!jumps || tries <= 1) return;
  requestAnimationFrame(() => REVEALED.get(scroller) === target && reveal(scroller, target, headroom, tries - 1, until));
}

const DISPUTED_ICON = "\u21c4";

// Places outside claims and evidence that the page may ask for: the pieces of each by its number.
class Spots {
  constructor() {
    this.parts = new Map();
    this.shown = [];
  }

  add(spot, part) {
    if (!this.parts.has(spot)) this.parts.set(spot, []);
    this.parts.get(spot).push(part);
  }

  // Light one, or none, and scroll to it.
  show(scroller, spot) {
    for (const part of this.shown) part.classList.remove("spot");
    this.shown = this.parts.get(spot) ?? [];
    for (const part of this.shown) part.classList.add("spot");
    if (this.shown[0]) reveal(scroller, this.shown[0], 48);
  }
}

// A button that flows with the text: a real one would be a box, and a line could break between it and its words.
function inlineButton() {
  const button = element("span", "chip");
  button.setAttribute("role", "button");
  button.tabIndex = -1;
  button.dataset.stop = "";
  return button;
}

// Dragging over a text to copy it ends in a click too.
function selectsText(node) {
  const selection = node.getRootNode().getSelection?.() ?? document.getSelection();
  return !selection.isCollapsed;
}

// One Tab stop a pane; the arrow keys move inside it, Enter and Space press what has the focus.
class Roving {
  constructor(container) {
    this.container = container;
    this.current = null;
    container.addEventListener("keydown", (event) => this.move(event));
    container.addEventListener("focusin", (event) => {
      const stop = event.target.closest("[data-stop]");
      if (stop) this.set(stop);
    });
  }

  set(stop) {
    if (this.current) this.current.tabIndex = -1;
    this.current = stop;
    if (stop) stop.tabIndex = 0;
  }

  stops() {
    return [...this.container.querySelectorAll("[data-stop]")].filter((stop) => stop.checkVisibility());
  }

  move(event) {
    if (event.key === "Enter" && event.target.matches(".draft .chip.lit")) return; // the map's own key
    if (["Enter", " "].includes(event.key) && event.target.matches(".chip")) {
      event.preventDefault();
      event.target.click();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = this.stops();
    const at = stops.indexOf(event.target.closest("[data-stop]"));
    if (at < 0) return;
    event.preventDefault();
    const next = stops[Math.min(Math.max(at + step, 0), stops.length - 1)];
    next.focus({ preventScroll: true });
    reveal(this.container, next, 40);
  }
}
