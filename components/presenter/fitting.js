// Type as large as the slide has room for, and never too small to be read from the back of a room.

const SCALES = [1, 0.93, 0.86, 0.79, 0.73]; // at the last a claim is 33 px and a quote 26 px in a window of 1280 x 720
const SCROLLERS = ".panel, .slide";
const LEAST_UNIT = 0.62; // pixels; below it a phone's type would be too small

// First side by side, then one above the other, then without what stands around. What is too long even so scrolls, in the
// layout that shows more of it. Returns whether all of it fits.
function fit(stage, { width, height }) {
  stage.style.setProperty("--u", `${Math.max(LEAST_UNIT, Math.min(width / 1280, height / 720))}px`);
  const layouts = width >= 700 && width > height * 1.1 ? ["beside", "stacked"] : ["stacked"];
  delete stage.dataset.scrolls;
  let [best, least] = [layouts[0], Infinity];
  for (const bare of [false, true]) {
    stage.classList.toggle("bare", bare);
    for (const layout of layouts) {
      stage.dataset.layout = layout;
      if (fitsAt(stage, SCALES.at(-1))) {
        SCALES.find((scale) => fitsAt(stage, scale));
        return true;
      }
      if (stage.scrollHeight < least) [best, least] = [layout, stage.scrollHeight];
    }
  }
  stage.dataset.layout = best;
  stage.style.setProperty("--share", `${(100 * share(stage)).toFixed(0)}%`);
  stage.dataset.scrolls = "";
  return false;
}

function fitsAt(stage, scale) {
  stage.style.setProperty("--scale", String(scale));
  return stage.scrollHeight <= stage.clientHeight && stage.scrollWidth <= stage.clientWidth;
}

// What the claim may take of the height that both panels have, by their lengths.
function share(stage) {
  const [ours, theirs] = [".ours", ".theirs"].map((name) => stage.querySelector(name)?.scrollHeight ?? 0);
  return Math.min(0.65, Math.max(0.35, ours / Math.max(1, ours + theirs)));
}

// Panels that have more than they show can be reached by Tab, and begin at the words that differ.
function makeScrollable(stage) {
  for (const panel of stage.querySelectorAll(SCROLLERS)) {
    const long = panel.scrollHeight > panel.clientHeight + 1;
    if (long) panel.tabIndex = 0;
    else panel.removeAttribute("tabindex");
    if (panel.matches(".slide")) continue;
    const first = panel.querySelector(".differs") ?? panel.querySelector(".marked, ins");
    panel.scrollTop = 0;
    if (long && first) {
      const [inner, outer] = [first.getBoundingClientRect(), panel.getBoundingClientRect()];
      if (inner.bottom > outer.bottom) panel.scrollTop = inner.top - outer.top - outer.height / 3;
    }
  }
}

// Scroll what is too long by most of its height; false where nothing is left to scroll that way.
function scrollOn(stage, by) {
  for (const panel of stage.querySelectorAll(SCROLLERS)) {
    const room = by > 0 ? panel.scrollHeight - panel.clientHeight - panel.scrollTop : panel.scrollTop;
    if (room <= 1) continue;
    panel.scrollTop += by * Math.min(room, panel.clientHeight * 0.7);
    return true;
  }
  return false;
}
