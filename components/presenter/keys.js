// The keys, the sheet that explains them, and touch.

const PRESENTER_KEYS = [
  { keys: ["ArrowRight", "j", " ", "Enter"], shown: "\u2192 j Space", says: "next", run: (it) => it.step(1) },
  { keys: ["ArrowLeft", "k", "Backspace"], shown: "\u2190 k", says: "previous", run: (it) => it.step(-1) },
  { keys: ["ArrowDown"], shown: "\u2193 \u2191", says: "read on in a long text; else next, previous", run: (it) => it.readOn(1) },
  { keys: ["ArrowUp"], run: (it) => it.readOn(-1) },
  { keys: ["PageDown"], shown: "PgDn PgUp", says: "the buttons of a clicker; reveals first what is hidden", run: (it) => it.click(1) },
  { keys: ["PageUp"], run: (it) => it.click(-1) },
  { keys: ["Home"], shown: "Home End", says: "first, last", run: (it) => it.go(0) },
  { keys: ["End"], run: (it) => it.go(Infinity) },
  { keys: ["f"], shown: "f", says: "next claim in doubt or wrong", run: (it) => it.nextProblem() },
  { keys: ["h"], shown: "h", says: "hide verdicts until they are revealed, or show all", run: (it) => it.hideAll() },
  { keys: ["r"], shown: "r", says: "reveal the verdict", run: (it) => it.reveal() },
  { keys: ["F"], shown: "F", says: "full screen on or off", run: (it) => it.fullScreen() },
  { keys: ["?"], shown: "?", says: "these keys", run: (it) => it.sheet.showModal() },
  { keys: ["Escape"], shown: "Esc", says: "back to the review", run: (it) => it.leave() },
];
const REPEATS = new Set(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "j", "k"]);
const PRESSED = new Set([" ", "Enter"]); // keys that press a button in focus
const SWIPE = 50; // pixels
const EDGE = 0.22; // share of the width

function isForTheBrowser(event) {
  return event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
}

// Streamlit lays its own message over the slides, for one that the server is away; Escape closes that first.
function closesMessage(event) {
  return event.key === "Escape" && document.querySelector("[role=dialog]") !== null;
}

function presenterKey(event) {
  const pressed = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key; // as without Caps Lock
  const onButton = event.composedPath()[0] instanceof HTMLButtonElement;
  if (onButton && PRESSED.has(pressed)) return null;
  if (event.repeat && !REPEATS.has(pressed)) return null;
  if (event.shiftKey && pressed === " ") return PRESENTER_KEYS[1];
  return PRESENTER_KEYS.find(({ keys }) => keys.includes(pressed)) ?? null;
}

function presenterSheet() {
  const sheet = element("dialog", "sheet");
  sheet.setAttribute("aria-label", "Keys");
  const table = element("dl");
  for (const { shown, says } of PRESENTER_KEYS.filter((entry) => entry.shown)) {
    const names = element("dt");
    for (const name of shown.split(" ")) names.append(element("kbd", "", name));
    table.append(names, element("dd", "", says));
  }
  const close = element("button", "", "Close");
  close.type = "button";
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  const head = element("div", "sheet-head");
  head.append(element("h2", "", "Keys"), close); // first, as a dialog scrolls to what it focuses
  sheet.append(head, table);
  return sheet;
}

// A swipe, or a tap at the left or right edge; a tap on a button or a mouse's click is none of these.
function listenToTouch(stage, step) {
  let start = null;
  stage.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "mouse" || !event.isPrimary ? null : { x: event.clientX, y: event.clientY };
  });
  stage.addEventListener("pointercancel", () => (start = null));
  stage.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const [across, down] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(across) >= SWIPE && Math.abs(across) > 1.5 * Math.abs(down)) step(across < 0 ? 1 : -1);
    else if (Math.hypot(across, down) < 10) {
      const share = event.clientX / stage.clientWidth;
      if (share < EDGE) step(-1);
      else if (share > 1 - EDGE) step(1);
    }
  });
}
