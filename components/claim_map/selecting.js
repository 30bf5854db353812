// A pane's text as one string, and places in it: a browser counts UTF-16 units, Python counts code points.

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;

// Code points in the first `units` units; a place inside a pair counts as the one before it.
function codePoints(text, units) {
  let count = 0;
  for (let at = 0; at < units; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) at++;
    if (at < units) count++;
  }
  return count;
}

class PaneText {
  constructor(container) {
    this.container = container;
    this.text = container.textContent;
  }

  holds(node) {
    return this.container.contains(node);
  }

  offset(node, at) {
    const before = document.createRange();
    before.setStart(this.container, 0);
    before.setEnd(node, at);
    return before.toString().length;
  }

  // The text node at an offset and the place in it; between two nodes the later one, or the earlier one for an end.
  point(offset, isEnd) {
    const walker = document.createTreeWalker(this.container, NodeFilter.SHOW_TEXT);
    let passed = 0;
    let last = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      last = node;
      if (isEnd ? offset <= passed + node.length : offset < passed + node.length) return [node, offset - passed];
      passed += node.length;
    }
    return last ? [last, last.length] : [this.container, 0];
  }

  range(start, end) {
    const range = document.createRange();
    range.setStart(...this.point(start, false));
    range.setEnd(...this.point(end, end > start));
    return range;
  }

  select(start, end) {
    const { startContainer, startOffset, endContainer, endOffset } = this.range(start, end);
    document.getSelection().setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  }

  isRightToLeft(offset) {
    const [node] = this.point(offset, false);
    return getComputedStyle(node.parentElement?.closest(".line") ?? this.container).direction === "rtl";
  }

  // What leaves the browser: code points, and the words as a check.
  span(start, end) {
    return {
      start: codePoints(this.text, start),
      end: codePoints(this.text, end),
      text: this.text.slice(start, end),
    };
  }
}

// What is selected, also inside a shadow tree; `null` when nothing is.
function selectedRange(root) {
  const shadow = root instanceof ShadowRoot;
  const selection = (shadow && !Selection.prototype.getComposedRanges && root.getSelection?.()) || document.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const ranges = shadow && selection.getComposedRanges?.({ shadowRoots: [root] });
  const range = ranges ? ranges[0] : selection.getRangeAt(0);
  if (!range || (range.startContainer === range.endContainer && range.startOffset === range.endOffset)) return null;
  return range;
}

// The place in the text under the pointer.
function placeUnder(event, root) {
  const { clientX, clientY } = event;
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const caret = document.caretPositionFromPoint?.(clientX, clientY, { shadowRoots });
  if (caret) return [caret.offsetNode, caret.offset];
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  return range ? [range.startContainer, range.startOffset] : null;
}

// --- steps through a text -------------------------------------------------------------------------------------------

const FAR = 4000; // units looked at for the next boundary

function pieces(text, granularity) {
  return [...new Intl.Segmenter(undefined, { granularity }).segment(text)];
}

function says(text) {
  return /[\p{L}\p{N}]/u.test(text);
}

// Starts or ends of words after (`by` 1) or before (-1) an offset, nearest first.
function wordEdge(text, offset, by, edge) {
  const from = by > 0 ? Math.max(0, offset - 200) : Math.max(0, offset - FAR);
  const words = pieces(text.slice(from, by > 0 ? offset + FAR : offset + 200), "word").filter(({ segment }) => says(segment));
  const edges = words.map(({ index, segment }) => from + index + (edge === "end" ? segment.length : 0));
  return by > 0 ? edges.find((at) => at > offset) : edges.findLast((at) => at < offset);
}

function characterEdge(text, offset, by) {
  const from = Math.max(0, offset - 200);
  const edges = [...pieces(text.slice(from, offset + 200), "grapheme").map(({ index }) => from + index), text.length];
  return by > 0 ? edges.find((at) => at > offset) : edges.findLast((at) => at < offset);
}

// The sentence that holds an offset, or the next (1) or previous (-1) one that says something.
function sentence(text, offset, by = 0) {
  const from = Math.max(0, offset - FAR);
  const found = pieces(text.slice(from, offset + FAR), "sentence").flatMap(({ index, segment }) => {
    const start = from + index + segment.length - segment.trimStart().length;
    return says(segment) ? [[start, from + index + segment.trimEnd().length]] : [];
  });
  if (by > 0) return found.find(([start]) => start > offset);
  if (by < 0) return found.findLast(([, end]) => end <= offset);
  return found.find(([, end]) => end > offset) ?? found.at(-1);
}
