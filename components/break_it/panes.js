// The draft and its sources with the words that can be changed. It draws what Python sends and sends back what is chosen.

const TRIALS = new WeakMap();

class Trial {
  constructor(parent, send) {
    this.send = send;
    this.root = element("div", "trial");
    this.panes = element("div", "panes");
    this.live = element("div", "live");
    this.live.setAttribute("aria-live", "polite");
    this.pairs = element("div");
    this.root.append(this.panes, this.pairs, this.live);
    parent.append(this.root);
    this.menu = null;
    this.calls = 0;
    this.outside = (event) => {
      const path = event.composedPath();
      if (this.menu && !path.includes(this.menu) && !path.includes(this.opener)) this.close();
    };
    document.addEventListener("pointerdown", this.outside);
  }

  end() {
    document.removeEventListener("pointerdown", this.outside);
    this.root.remove();
  }

  show(data) {
    followTheme(this.root);
    const drawn = JSON.stringify(data.texts) + JSON.stringify([data.claims, data.pairs]);
    this.root.classList.remove("waiting");
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.data = data;
    const back = this.asked?.where;
    this.close();
    const [draft, ...sources] = data.texts;
    const scrolled = [...this.panes.querySelectorAll(".scroll")].map((pane) => pane.scrollTop);
    const left = this.pane("Draft", [this.text(draft, 0)]);
    const right = this.pane(sources.length === 1 ? "Source" : `Sources (${sources.length})`, sources.map((one, at) => this.source(one, at + 1)));
    this.panes.replaceChildren(left, right);
    [...this.panes.querySelectorAll(".scroll")].forEach((pane, at) => (pane.scrollTop = scrolled[at] ?? 0));
    this.pairs.replaceChildren(...(data.pairs.length > 0 ? [beforeAndAfter(data.pairs)] : []));
    if (data.told) this.live.textContent = data.told;
    if (this.asked) {
      this.root.dataset.took = String(Math.round(performance.now() - this.asked.at));
      const changed = this.panes.querySelector(`[data-where="${back}"]`);
      changed?.focus({ preventScroll: true });
      if (changed) keepInView(changed);
      this.asked = null;
    }
  }

  pane(name, parts) {
    const pane = element("section", "pane");
    pane.setAttribute("aria-label", name);
    const scroll = element("div", "scroll");
    scroll.tabIndex = 0;
    scroll.append(...parts);
    pane.append(element("h2", "", name), scroll);
    return pane;
  }

  source(one, at) {
    const part = element("div", "source");
    part.append(element("h3", "", one.name), this.text(one, at));
    return part;
  }

  text({ pieces, places }, at) {
    const text = element("div", "text");
    text.dir = "auto";
    const begun = new Set();
    for (const [words, span, place] of pieces) {
      const part = place >= 0 ? this.place(words, places[place], `${at}.${place}`) : element("span", "", words);
      if (span >= 0 && at === 0) {
        const claim = this.data.claims[span];
        if (!begun.has(span)) text.append(this.chip(claim));
        begun.add(span);
        part.classList.add("claim");
        part.classList.toggle("turned", claim.turned);
        part.dataset.status = claim.status;
      } else if (span >= 0) {
        part.classList.add("evidence");
        part.dataset.relation = this.data.relations[span];
      }
      text.append(part);
    }
    if (pieces.length === 0) text.append(element("p", "empty", "There is no text."));
    return text;
  }

  chip(claim) {
    const chip = element("span", "chip", `${claim.icon} ${claim.number} ${claim.word}`);
    chip.dataset.status = claim.status;
    return chip;
  }

  place(words, place, where) {
    const button = element("button", "place");
    button.type = "button";
    button.dataset.where = where;
    button.setAttribute("aria-haspopup", "true");
    button.setAttribute("aria-expanded", "false");
    if (words === place.old) {
      button.append(words);
      button.setAttribute("aria-label", `${words}: ${place.act}`);
    } else {
      button.classList.add("changed");
      button.append(element("del", "", place.old), element("ins", "", words || "(taken out)"));
      button.setAttribute("aria-label", `${words || "taken out"}, was ${place.old}: change again`);
    }
    button.addEventListener("click", () => (this.opener === button ? this.close() : this.open(button, place, words, where)));
    return button;
  }

  open(button, place, words, where) {
    this.close();
    this.opener = button;
    button.setAttribute("aria-expanded", "true");
    const menu = element("div", "menu");
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", `Change ${place.old}`);
    const choose = (fresh) => this.choose(place, fresh, where);
    for (const option of place.options.filter((one) => one !== words)) menu.append(this.button(option || "(take it out)", () => choose(option)));
    const form = element("form");
    const field = element("input");
    field.value = words;
    field.maxLength = 200;
    field.setAttribute("aria-label", "Your own words");
    form.append(field, this.button("Change", null));
    form.lastChild.type = "submit";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      choose(field.value);
    });
    menu.append(form);
    if (words !== place.old) menu.append(this.button(`Put \u201c${place.old}\u201d back`, () => choose(place.old)));
    menu.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Escape") return;
      this.close();
      button.focus();
    });
    this.menu = menu;
    this.root.append(menu);
    const [box, room] = [button.getBoundingClientRect(), this.root.getBoundingClientRect()];
    menu.style.left = `${Math.max(0, Math.min(box.left - room.left, room.width - menu.offsetWidth))}px`;
    menu.style.top = `${box.bottom - room.top + 4}px`;
    menu.querySelector("button").focus({ preventScroll: true });
    menu.scrollIntoView({ block: "nearest" });
  }

  button(label, act) {
    const made = element("button", "", label);
    made.type = "button";
    if (act) made.addEventListener("click", act);
    return made;
  }

  close() {
    this.opener?.setAttribute("aria-expanded", "false");
    this.menu?.remove();
    [this.menu, this.opener] = [null, null];
  }

  choose(place, fresh, where) {
    this.close();
    this.asked = { at: performance.now(), where };
    this.root.classList.add("waiting");
    this.send({ serial: Date.now(), source: place.source, start: place.start, old: place.old, new: fresh });
  }
}

// The panes are lower once claims are before and after below them: the word that was changed stays in view, the page still.
function keepInView(button) {
  const pane = button.closest(".scroll");
  const [box, room] = [button.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (box.bottom > room.bottom) pane.scrollTop += box.bottom - room.bottom + 8;
  else if (box.top < room.top) pane.scrollTop -= room.top - box.top + 8;
}

// A table of two columns, a row for each claim; its roles are told because a phone shows its cells as blocks.
function beforeAndAfter(pairs) {
  const table = named(element("table", "pairs"), "table");
  table.setAttribute("aria-label", "Claims before and after the changes");
  const heads = named(element("tr"), "row");
  heads.append(...["Before", "After"].map((name) => named(element("th", "", name), "columnheader")));
  const top = named(element("thead"), "rowgroup");
  top.append(heads);
  const body = named(element("tbody"), "rowgroup");
  for (const { number, before, after } of pairs) {
    const row = named(element("tr"), "row");
    row.append(side("Before", number, before), side("After", number, after));
    body.append(row);
  }
  table.append(top, body);
  return table;
}

function named(part, role) {
  part.setAttribute("role", role);
  return part;
}

function side(when, number, told) {
  const cell = named(element("td"), "cell");
  cell.dataset.when = when;
  if (!told) {
    cell.append(element("p", "", "This claim was not there."));
    return cell;
  }
  cell.dataset.status = told.status;
  const chip = element("span", "chip", `${told.icon} ${number} ${told.word}`);
  chip.dataset.status = told.status;
  chip.title = "Support is the probability that the sources support the claim";
  cell.append(chip, said("words", told.words, when));
  if (told.quote.length > 0) cell.append(said("quote", told.quote, when));
  if (told.reason) cell.append(element("p", "reason", told.reason));
  return cell;
}

function said(className, pieces, when) {
  const line = element("p", className);
  line.dir = "auto";
  line.append(...pieces.map(([words, other]) => element(other ? (when === "Before" ? "del" : "ins") : "span", "", words)));
  return line;
}

export default function ({ data, parentElement, setStateValue }) {
  let trial = TRIALS.get(parentElement);
  if (!trial) TRIALS.set(parentElement, (trial = new Trial(parentElement, (change) => setStateValue("change", change))));
  trial.show(data);
  const call = ++trial.calls;
  return () => {
    if (call !== trial.calls) return; // Streamlit also cleans up after calls that a later one overtook
    trial.end();
    TRIALS.delete(parentElement);
  };
}
