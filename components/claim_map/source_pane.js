// The sources as sections that open; a section's text is built when it is first opened.

const RELATIONS = ["contradicts", "supports", "context"]; // the strongest first

class SourcePane {
  static OPEN_AT_FIRST = 3; // sources
  static SHORT = 1500; // characters
  static READ_BLIND = 12000; // characters: some five pages, which a reader scrolls through rather than opens one by one
  static NUMBERS = 4; // claims that a chip names; a passage that more rest on counts the rest

  constructor(scroller, texts, pick) {
    this.scroller = scroller;
    this.texts = texts;
    this.byClaim = texts.claims.map(() => []);
    texts.evidence.forEach((item, index) => this.byClaim[item.claim].push(index));
    this.parts = texts.evidence.map(() => []);
    this.owners = new Map(); // part or chip -> evidence that it shows
    this.lit = [];
    this.keptOpen = new Set();
    this.spots = new Spots();
    this.roving = new Roving(scroller);
    this.sections = texts.sources.map((source, index) => this.section(source, index));
    if (this.sections[0]) this.roving.set(this.sections[0].head);
    this.openAtFirst();
    scroller.addEventListener("click", (event) => this.click(event, pick));
  }

  // A blind map has no evidence that would open a source: all stand open there, unless they are many and long.
  openAtFirst() {
    const lengths = this.sections.map((_, index) => this.length(index));
    const few = lengths.length <= SourcePane.OPEN_AT_FIRST;
    const all = this.texts.blind && (few || lengths.reduce((sum, length) => sum + length, 0) <= SourcePane.READ_BLIND);
    lengths.forEach((length, index) => {
      if (all || (few && length <= SourcePane.SHORT)) this.toggle(index, true, true);
    });
  }

  length(index) {
    return this.texts.sources[index].text.reduce((sum, line) => sum + line.reduce((n, [text]) => n + text.length, 0), 0);
  }

  section(source, index) {
    const box = element("section", "source");
    const head = element("button", "head");
    const name = element("bdi", "name", source.name);
    const hits = element("span", "hits");
    const title = element("h3");
    head.type = "button";
    head.tabIndex = -1;
    head.dataset.stop = "";
    head.dataset.source = String(index);
    head.setAttribute("aria-expanded", "false");
    head.append(name, hits);
    title.append(head);
    box.append(title);
    const about = element("div", "about");
    if (source.about) about.append(element("bdi", "", source.about));
    if (source.url) about.append(this.link(source.url));
    const body = element("div", source.code ? "body code" : "body");
    body.hidden = true;
    if (about.childNodes.length) body.append(about);
    box.append(body);
    this.scroller.append(box);
    return { box, head, hits, body, text: null, built: false };
  }

  link(address) {
    let url = null;
    try {
      url = new URL(address);
    } catch {
      url = null;
    }
    if (!["http:", "https:"].includes(url?.protocol)) return element("bdi", "", address);
    const link = element("a", "", address);
    link.href = url.href;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    return link;
  }

  build(index) {
    const section = this.sections[index];
    section.built = true;
    const text = element("div", "text");
    const decorate = (part, indexes) => this.decorate(part, indexes);
    writeParagraphs(text, this.texts.sources[index].text, decorate, (spot, part) => this.spots.add(spot, part));
    section.body.append(text);
    section.text = text;
  }

  // A chip a relation: what contradicts one claim may be mere context of another.
  decorate(part, indexes) {
    const starting = indexes.filter((index) => this.parts[index].length === 0);
    const alike = RELATIONS.map((relation) => starting.filter((index) => this.relation(index) === relation));
    const chips = alike.filter((own) => own.length > 0).map((own) => this.chip(own));
    this.owners.set(part, indexes);
    for (const index of indexes) this.parts[index].push(part);
    part.dataset.relation = this.strongest(indexes);
    return chips;
  }

  // `indexes` are of one relation.
  chip(indexes) {
    const chip = inlineButton();
    this.owners.set(chip, indexes);
    for (const index of indexes) this.parts[index].push(chip);
    const relation = this.relation(indexes[0]);
    [chip.dataset.icon, chip.dataset.word] = this.texts.relations[relation];
    chip.dataset.relation = relation;
    const claims = this.numbers(indexes, 12);
    chip.title = `${chip.dataset.word} ${claims.includes(",") ? "claims" : "claim"} ${claims}`;
    chip.setAttribute("aria-label", `evidence: ${chip.title}`);
    this.label(chip, indexes);
    return chip;
  }

  label(chip, indexes) {
    chip.dataset.number = this.numbers(indexes, SourcePane.NUMBERS);
  }

  numbers(indexes, most) {
    const claims = [...new Set(indexes.map((index) => this.texts.evidence[index].claim + 1))].sort((a, b) => a - b);
    return this.few(claims, most).join(", ");
  }

  // The first of them; the rest are counted, unless that would take as much room as naming the one left.
  few(names, most) {
    return names.length <= most + 1 ? names : [...names.slice(0, most), `+${names.length - most}`];
  }

  relation(index) {
    return this.texts.evidence[index].relation;
  }

  strongest(indexes) {
    const relations = indexes.map((index) => this.relation(index));
    return RELATIONS.find((relation) => relations.includes(relation));
  }

  toggle(index, open, keep = false) {
    const section = this.sections[index];
    if (open && !section.built) this.build(index);
    section.body.hidden = !open;
    section.head.setAttribute("aria-expanded", String(open));
    if (keep) this.keptOpen[open ? "add" : "delete"](index);
    this.onToggle?.();
  }

  get allOpen() {
    return this.sections.every(({ body }) => !body.hidden);
  }

  // The source that has the keyboard's focus is opened or closed, else all of them; returns what was done, in words.
  turn() {
    const focus = this.scroller.getRootNode().activeElement;
    const one = this.sections.findIndex(({ box }) => box.contains(focus));
    return one >= 0 ? this.turnOne(one) : this.turnAll();
  }

  turnOne(index) {
    const open = this.sections[index].body.hidden;
    this.toggle(index, open, true);
    return `${this.texts.sources[index].name} is ${open ? "open" : "closed"}.`;
  }

  turnAll() {
    const count = this.sections.length;
    if (count === 0) return "There are no sources.";
    const open = !this.allOpen;
    this.sections.forEach((_, index) => this.toggle(index, open, true));
    const which = count === 1 ? "The source is" : `All ${count} sources are`;
    return `${which} ${open ? "open" : "closed"}.`;
  }

  click(event, pick) {
    const head = event.target.closest(".head");
    if (head) {
      const index = Number(head.dataset.source);
      this.toggle(index, this.sections[index].body.hidden, true);
      return;
    }
    const owners = this.owners.get(event.target.closest(".part, .chip"));
    if (!owners || selectsText(this.scroller)) return;
    const claims = [...new Set(owners.map((index) => this.texts.evidence[index].claim))];
    const next = claims[(claims.indexOf(this.litClaim) + 1) % claims.length];
    pick(next, claims.filter((claim) => claim !== next));
  }

  // Light a claim's evidence; unless `stay`, open the source of the strongest piece and scroll to it.
  light(claim, stay) {
    for (const index of this.lit) this.mark(index, false);
    this.litClaim = claim;
    this.lit = claim === null ? [] : this.byClaim[claim];
    const wanted = new Set(this.lit.map((index) => this.texts.evidence[index].source));
    if (!stay) this.settle(wanted);
    for (const index of this.lit) this.mark(index, true);
    // With one source, the number of all its passages stands in the heading of the pane.
    for (const [source, { hits }] of this.sections.length > 1 ? this.sections.entries() : []) {
      const count = this.lit.filter((index) => this.texts.evidence[index].source === source).length;
      hits.textContent = count ? `${count} for claim ${claim + 1}` : "";
    }
    const first = this.parts[this.lit[0]]?.[0];
    if (first && !stay) reveal(this.scroller, first, 48, 3, this.parts[this.lit[0]].at(-1));
  }

  // Light a place of a source that the page asked for, its section opened; `null` lights none.
  showSpot(spot) {
    if (spot !== null) this.toggle(this.texts.spots[spot], true);
    this.spots.show(this.scroller, spot);
  }

  // Sections the reviewer opened stay; those opened for the last claim close again.
  settle(wanted) {
    this.sections.forEach(({ body }, index) => {
      if (wanted.has(index)) this.toggle(index, true);
      else if (!body.hidden && !this.keptOpen.has(index) && wanted.size > 0) this.toggle(index, false);
    });
  }

  mark(index, on) {
    for (const part of this.parts[index]) {
      part.classList.toggle("lit", on);
      const owners = this.owners.get(part);
      if (part.matches(".chip")) this.label(part, on ? [index] : owners);
      else part.dataset.relation = on ? this.relation(index) : this.strongest(owners);
    }
  }
}
