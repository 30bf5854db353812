// The keyboard map, the sheet that explains it, and when a key is not ours.

const KEYS = [
  { keys: ["j"], says: "next claim", run: (map) => map.step(1), repeats: true, looks: true },
  { keys: ["k"], says: "previous claim", run: (map) => map.step(-1), repeats: true, looks: true },
  { keys: ["a"], says: "right: the status shown is right", run: (map) => map.decide("accept"), open: true, judges: "claim" },
  { keys: ["x"], says: "wrong: the status shown is wrong", run: (map) => map.decide("reject"), open: true, judges: "claim" },
  { keys: ["1"], says: "label: supported", run: (map) => map.decide("relabel", "supported") },
  { keys: ["2"], says: "label: partially supported", run: (map) => map.decide("relabel", "partially_supported") },
  { keys: ["3"], says: "label: unsupported", run: (map) => map.decide("relabel", "unsupported") },
  { keys: ["4"], says: "label: contradicted", run: (map) => map.decide("relabel", "contradicted") },
  { keys: ["5"], says: "label: not checkable", run: (map) => map.decide("relabel", "not_checkable") },
  { keys: ["g"], says: "all good: the rest is right", run: (map) => map.confirmRest(), open: true, judges: "claims" },
  { keys: ["v"], says: "view: open or close the sources, or the one in focus", run: (map) => map.turnSources(), looks: true },
  { keys: ["e"], says: "edit the claim", run: (map) => map.ask("edit") },
  { keys: ["n"], says: "write a note", run: (map) => map.ask("note") },
  { keys: ["b"], says: "break the claim in two", run: (map) => map.surgery.key("split"), surgery: true },
  { keys: ["m"], says: "merge it with the next claim", run: (map) => map.surgery.key("merge"), surgery: true },
  { keys: ["w"], says: "choose the claim's words", run: (map) => map.surgery.key("respan"), surgery: true },
  { keys: ["i"], says: "add a missed claim", run: (map) => map.surgery.key("missed"), surgery: true },
  { keys: ["y"], says: "point to a passage that supports it", run: (map) => map.surgery.key("supports"), surgery: true },
  { keys: ["o"], says: "point to a passage that contradicts it", run: (map) => map.surgery.key("contradicts"), surgery: true },
  { keys: ["u"], says: "undo", run: (map) => map.undo() },
  { keys: ["Enter"], says: "take the fix; else the next in doubt; else the next answer", run: (map) => map.enter(), presses: true, judges: "fix" },
  { keys: ["s"], says: "submit the answer and go on", run: (map) => map.leave("submit"), queue: true },
  { keys: ["p"], says: "pass over: another answer first", run: (map) => map.leave("skip"), queue: true },
  { keys: ["f"], says: "flag the answer, or take the flag off", run: (map) => map.outbox.push("flag"), queue: true },
  { keys: ["/"], says: "search", run: (map) => map.search(), looks: true },
  { keys: ["?"], says: "this sheet", run: (map) => map.sheet.showModal(), looks: true },
];

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable='true'], [role='textbox']";
const LAYERS = "dialog, [role='dialog'], [role='listbox'], [role='menu'], [role='combobox']";
const PRESSABLE = "button, a[href], summary, [role='button'], [role='tab'], [role='link']";

function deepFocus() {
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  return focus;
}

// Some keys decide on the machine's word, which a blind map hides; some are for answers that came from the queue, some
// for claims that may be changed.
function offered({ open, queue, surgery }, texts) {
  return !(open && texts.blind) && !(queue && !texts.queue) && !(surgery && !texts.surgery);
}

function pathOf(event) {
  return [...event.composedPath(), deepFocus()].filter((node) => node instanceof Element);
}

// Whether a key is meant for a field or for something that lies over the page.
function isElsewhere(event) {
  return pathOf(event).some((node) => node.matches(TYPING) || node.matches(LAYERS));
}

function keyFor(event, texts) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isElsewhere(event)) return null;
  const pressed = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  const entry = KEYS.find((entry) => entry.keys.includes(pressed) && offered(entry, texts));
  if (!entry || (event.repeat && !entry.repeats)) return null;
  if (entry.presses && pathOf(event).some((node) => node.matches(PRESSABLE) && !givesWay(node))) return null;
  return entry;
}

// Enter presses what the keyboard has led to. A button of the review that was clicked keeps the focus but has had its
// turn: there Enter goes on, as it does everywhere else. The chip of the selected claim and the selected tab have nothing to
// be pressed for.
const REVIEWING = ".st-key-decision_bar button, .st-key-finish button, .map button:not(.sheet button)";
const OPEN_TAB = "[role='tab'][aria-selected='true']";
let clicked = null;

function givesWay(node) {
  return node.matches(`.draft .chip.lit, ${OPEN_TAB}`) || (node === clicked && node.matches(REVIEWING));
}

function noteClick(event) {
  clicked = event.composedPath().find((node) => node instanceof Element && node.matches(PRESSABLE)) ?? null;
}

function noteTab(event) {
  if (event.key === "Tab") clicked = null;
}

// Whether a key that was pressed while the claims were being changed may act on what has come. One that says that what is
// in view is right or wrong may do so where that is as it was; `before` and `now` have it by the ids of the claims.
function actsLate({ judges }, selected, before, now) {
  if (judges === "claim" || judges === "fix") return before.get(selected) === now.get(selected);
  return !judges || (before.size === now.size && [...now].every(([id, seen]) => before.get(id) === seen));
}

// What was pressed while the map was on its way, kept by ``components/frame/early_keys.py``. Keys that only look act late;
// one that decides was meant for what stood there before.
const EARLY = Symbol.for("claimlens.early_keys");
const EARLY_FOR = 2000; // milliseconds
const OPENING_FOR = 10000; // that a page opened by its address may take until its first map is there

function takeEarly() {
  const now = performance.now();
  return earlyKeys(now < OPENING_FOR ? 0 : now - EARLY_FOR);
}

// Do what early keys ask for; behind one that opens a field they are that field's words.
function runEarly(map, pressed) {
  for (const key of pressed) {
    if (waiting()) typeAhead(globalThis[AWAITED], key);
    else entriesOf(key).find((entry) => entry.looks)?.run(map);
  }
}

// The keys that no map took since a time; those from before are forgotten.
function earlyKeys(since) {
  const pressed = globalThis[EARLY]?.splice(0).filter(({ at }) => at >= since) ?? [];
  return pressed.map(({ key }) => key);
}

function entriesOf(key) {
  return KEYS.filter(({ keys }) => keys.includes(key));
}

// The text field that was asked for and is not there yet. ``components/widgets/focus.py`` puts the cursor into it while the
// wish stands, and then what was typed meanwhile. That is never read as shortcuts: it is dropped with the wish, which ends
// with a click, with Escape, or once no key has come for a long while.
const AWAITED = Symbol.for("claimlens.awaited_field");
const AWAITED_FOR = 20000; // milliseconds
const UNFOLDS_FOR = 2000;
const CARD_FIELD = ".st-key-claim_card textarea";

function waitFor(field, claim = null) {
  const wish = { field, claim, lasts: AWAITED_FOR, until: performance.now() + AWAITED_FOR, typed: "" };
  globalThis[AWAITED] = wish;
  const collect = (event) => {
    if (globalThis[AWAITED] !== wish || !waiting()) return document.removeEventListener("keydown", collect, true);
    if (isElsewhere(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!typeAhead(wish, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("keydown", collect, true);
}

// Keep a key for the field that is awaited; whether it is one of a text.
function typeAhead(wish, key) {
  if (key === "Backspace") wish.typed = wish.typed.slice(0, -1);
  else if (key.length === 1) wish.typed += key;
  else return false;
  wish.until = performance.now() + wish.lasts;
  return true;
}

function waiting() {
  const awaited = globalThis[AWAITED];
  return awaited !== undefined && performance.now() < awaited.until;
}

function stopWaiting() {
  delete globalThis[AWAITED];
}

// A click that opens a field puts the cursor there, as its key does: the row's button once the field has come, the card's
// fold as soon as it is open.
function opensField({ target }, claim) {
  if (target.closest?.(".st-key-open_note button")) return waitFor("note", claim);
  const fold = target.closest?.(".st-key-claim_card summary")?.closest("details");
  if (!fold || fold.open) return;
  const until = performance.now() + UNFOLDS_FOR;
  const look = () => {
    const field = fold.querySelector("textarea");
    if (fold.open && field?.checkVisibility()) field.focus();
    else if (performance.now() < until) setTimeout(look, 25);
  };
  look();
}

// Escape gives a text field up, Ctrl+Enter saves it: both leave it, so that keys work again.
function leavesField(event) {
  const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (event.isComposing || !(event.key === "Escape" || saves)) return false;
  stopWaiting();
  const field = deepFocus();
  if (!field?.matches(CARD_FIELD)) return false;
  setTimeout(() => {
    field.blur();
    const place = field.closest(".st-key-edit_field, .st-key-note_field");
    if (saves) place?.querySelector(":is(.st-key-save_edit, .st-key-save_note) button")?.click();
  });
  return true;
}

function keySheet(texts) {
  const sheet = element("dialog", "sheet");
  sheet.setAttribute("aria-label", "Keyboard");
  const table = element("dl");
  for (const { keys, says } of KEYS.filter((entry) => offered(entry, texts))) {
    const key = element("dt");
    key.append(element("kbd", "", keys[0]));
    table.append(key, element("dd", "", says));
  }
  const close = element("button", "plain", "Close");
  close.type = "button";
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  const head = element("div", "sheet-head");
  head.append(element("h2", "", "Keyboard"), close); // first, as a dialog scrolls to what it focuses
  sheet.append(head, table);
  return sheet;
}
