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
  { keys: ["/"], says: "search", run: (map) => map.outbox.push("search") },
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
