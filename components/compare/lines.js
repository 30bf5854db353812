// A line a claim, a column a contender. A contender's word unfolds the reasons of all, the claim opens its review.

const TABLES = new WeakMap();

class Comparison {
  constructor(parent, send) {
    this.send = send;
    this.root = element("div", "compare");
    this.room = element("div", "room");
    this.room.tabIndex = 0;
    this.root.append(this.room);
    parent.append(this.root);
    this.unfolded = new Set();
    this.calls = 0;
  }

  show(data) {
    followTheme(this.root);
    const drawn = JSON.stringify(data);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    const table = element("table");
    table.setAttribute("aria-label", data.unit === "claim" ? "Claims, those that differ first" : "Answers, those that differ first");
    const head = element("tr");
    for (const name of [data.unit === "claim" ? "Claim" : "Answer", ...data.columns]) {
      const cell = element("th", "", name);
      cell.scope = "col";
      head.append(cell);
    }
    const top = element("thead");
    top.append(head);
    const body = element("tbody");
    for (const line of data.lines) body.append(...this.line(line, data));
    table.append(top, body);
    table.style.setProperty("--first", data.columns.length > 3 ? "33%" : "42%");
    this.room.replaceChildren(table);
  }

  line(line, data) {
    const row = element("tr", line.differs ? `differs ${line.differs}` : "");
    const why = element("tr", "why");
    const says = line.cells.map((cell, at) => this.cell(cell, data.columns[at]));
    row.append(this.claim(line, data.unit), ...says.map(([place]) => place));
    why.append(element("th"), ...line.cells.map((cell, at) => this.reason(cell, data.columns[at])));
    const fold = (open) => {
      why.hidden = !open;
      row.classList.toggle("open", open);
      for (const [, button] of says) button.setAttribute("aria-expanded", String(open));
      this.unfolded[open ? "add" : "delete"](line.key);
    };
    for (const [, button] of says) button.addEventListener("click", () => fold(why.hidden));
    fold(this.unfolded.has(line.key));
    return [row, why];
  }

  claim(line, unit) {
    const place = element("th");
    place.scope = "row";
    const button = element("button", "claim");
    button.type = "button";
    button.title = `Open the review of this ${unit}`;
    if (line.number) button.append(element("span", "number", `${line.number}.`));
    const words = element("span", "words", line.text);
    words.dir = "auto";
    button.append(words);
    button.addEventListener("click", () => this.send(line.key));
    place.append(button);
    const facts = [
      line.differs === "support" ? "≠ at odds" : line.differs ? "≈ differ" : "",
      line.title,
      line.truth,
    ].filter(Boolean);
    if (facts.length) {
      const about = element("div", "about");
      about.append(...facts.map((fact) => element("span", "", fact)));
      place.append(about);
    }
    return place;
  }

  cell(cell, name) {
    const place = element("td", cell.out ? "left" : "");
    place.dataset.name = name;
    place.dataset.status = cell.status;
    const button = element("button", "said");
    button.type = "button";
    button.append(element("span", "word", cell.word.replace(" ", "\u00a0")));
    if (cell.share) button.append(element("span", "share", cell.share));
    if (cell.out) button.append(element("span", "out", "not counted"));
    button.setAttribute("aria-label", `${name}: ${cell.word} ${cell.share}${cell.out ? ", not counted" : ""}. Show the reasons`);
    place.append(button);
    return [place, button];
  }

  reason(cell, name) {
    const place = element("td");
    place.dataset.name = name;
    const said = element("div");
    said.append(element("div", "", cell.why || "No reason given."));
    if (cell.out) said.append(element("div", "out", `Not counted: ${cell.out}`));
    place.append(said);
    return place;
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let table = TABLES.get(parentElement);
  if (!table) TABLES.set(parentElement, (table = new Comparison(parentElement, (key) => setTriggerValue("open", key))));
  table.show(data);
  const call = ++table.calls;
  return () => {
    if (call !== table.calls) return; // Streamlit also cleans up after calls that a later one overtook
    table.root.remove();
    TABLES.delete(parentElement);
  };
}
