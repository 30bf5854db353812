// The keyboard map, the sheet that explains it, and when a key is not ours.

const KEYS = [
  { keys: ["j"], says: "next claim", run: (map) => map.step(1), repeats: true },
  { keys: ["k"], says: "previous claim", run: (map) => map.step(-1), repeats: true },
  { keys: ["a"], says: "accept: the status shown is right", run: (map) => map.decide("accept"), open: true },
  { keys: ["x"], says: "reject: the status shown is wrong", run: (map) => map.decide("reject"), open: true },
  { keys: ["1"], says: "relabel: supported", run: (map) => map.decide("relabel", "supported") },
  { keys: ["2"], says: "relabel: partially supported", run: (map) => map.decide("relabel", "partially_supported") },
  { keys: ["3"], says: "relabel: unsupported", run: (map) => map.decide("relabel", "unsupported") },
  { keys: ["4"], says: "relabel: contradicted", run: (map) => map.decide("relabel", "contradicted") },
  { keys: ["5"], says: "relabel: not checkable", run: (map) => map.decide("relabel", "not_checkable") },
  { keys: ["e"], says: "edit the claim", run: (map) => map.ask("edit") },
  { keys: ["n"], says: "write a note", run: (map) => map.ask("note") },
  { keys: ["u"], says: "undo", run: (map) => map.undo() },
  { keys: ["Enter"], says: "next item", run: (map) => map.outbox.push("next_item"), presses: true },
  { keys: ["/"], says: "search", run: (map) => map.search() },
  { keys: ["?"], says: "this sheet", run: (map) => map.sheet.showModal() },
];

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable='true'], [role='textbox']";
const LAYERS = "dialog, [role='dialog'], [role='listbox'], [role='menu'], [role='combobox']";
const PRESSABLE = "button, a[href], summary, [role='button'], [role='tab'], [role='link']";

function deepFocus() {
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  return focus;
}

function keyFor(event, blind) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return null;
  const path = [...event.composedPath(), deepFocus()].filter((node) => node instanceof Element);
  if (path.some((node) => node.matches(TYPING) || node.matches(LAYERS))) return null;
  const pressed = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  const entry = KEYS.find(({ keys }) => keys.includes(pressed));
  if (!entry || (event.repeat && !entry.repeats) || (blind && entry.open)) return null;
  if (entry.presses && path.some((node) => node.matches(PRESSABLE))) return null;
  return entry;
}

// The text field that was asked for and is not there yet. ``components/focus.py`` puts the cursor into it while the
// wish stands; the wish ends with a click, Escape or a later key.
const AWAITED = Symbol.for("claimlens.awaited_field");
const AWAITED_FOR = 3000; // milliseconds in which keys are held back
const CARD_FIELD = ".st-key-claim_card textarea";

function waitFor(field) {
  globalThis[AWAITED] = { field, until: performance.now() + AWAITED_FOR };
}

function waiting() {
  const awaited = globalThis[AWAITED];
  return awaited !== undefined && performance.now() < awaited.until;
}

function stopWaiting() {
  delete globalThis[AWAITED];
}

// Escape gives a text field up, Ctrl+Enter saves it (which Streamlit does): both leave it, so that keys work again.
function leavesField(event) {
  const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (event.isComposing || !(event.key === "Escape" || saves)) return false;
  stopWaiting();
  const field = deepFocus();
  if (!field?.matches(CARD_FIELD)) return false;
  setTimeout(() => field.blur());
  return true;
}

function keySheet(blind) {
  const sheet = element("dialog", "sheet");
  sheet.setAttribute("aria-label", "Keyboard");
  const table = element("dl");
  for (const { keys, says, open } of KEYS) {
    if (blind && open) continue;
    const key = element("dt");
    key.append(element("kbd", "", keys[0]));
    table.append(key, element("dd", "", says));
  }
  const close = element("button", "plain", "Close");
  close.type = "button";
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.append(element("h3", "", "Keyboard"), table, close);
  return sheet;
}
