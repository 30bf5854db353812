// The slides as elements. What is hidden until it is revealed is not drawn at all.

const VERSUS = "\u2194";
const GUESS = "Supported or not?";

function labelled(parent, className, text, dir = "auto") {
  const made = element("p", className, text);
  made.dir = dir;
  parent.append(made);
  return made;
}

function status(texts, name) {
  const [icon, word] = texts.statuses[name];
  const made = element("span", "status");
  made.dataset.status = name;
  const sign = element("span", "icon", icon);
  sign.setAttribute("aria-hidden", "true");
  made.append(sign, element("span", "word", word));
  return made;
}

// The claims that can be checked. Numbers go by the draft, as everywhere; of how many only where all of them count.
function countedClaims({ claims }) {
  return claims.flatMap(({ counts }, claim) => (counts ? [claim] : []));
}

function openingSlide(show, open) {
  const { opening, map, counts } = show;
  const slide = element("div", "slide opening");
  const title = element("h1", "question", opening.question || "Is this answer true to its sources?");
  title.dir = "auto";
  slide.append(title);
  if (!open) {
    labelled(slide, "verdict", `${counted(countedClaims(map).length, "claim")}. Send, fix or block?`);
    return slide;
  }
  labelled(slide, "verdict", opening.verdict);
  if (counts.length > 0) {
    const list = element("ul", "counts");
    for (const [name, count] of counts) {
      const entry = element("li");
      entry.append(element("b", "", String(count)), status(map, name));
      list.append(entry);
    }
    slide.append(list);
  }
  if (opening.detail) labelled(slide, "detail", opening.detail);
  return slide;
}

function closingSlide({ closing }) {
  const slide = element("div", "slide closing");
  const head = element("div", "head");
  head.append(element("h1", "", "Corrected answer"));
  if (closing.before && closing.after) {
    const rise = element("p", "rise");
    rise.append(element("span", "label", "confidence"), element("span", "", closing.before), element("span", "arrow", "\u2192"), element("b", "", closing.after));
    head.append(rise);
  }
  const text = scrollable(element("div", "panel corrected"), "Corrected answer");
  let line = paragraph(text);
  for (const [kind, words] of closing.pieces) {
    words.split("\n").forEach((part, number) => {
      if (number > 0) line = paragraph(text);
      if (part) line.append(element(kind === "gone" ? "del" : kind === "new" ? "ins" : "span", "", part));
    });
  }
  slide.append(head, text);
  labelled(slide, "detail", closing.note);
  return slide;
}

function claimSlide(show, claim, open) {
  const { map, states, machine, wrong, differs } = show;
  const [name, decision] = states[claim];
  const spots = differs[claim];
  const slide = element("div", "slide claim");
  slide.dataset.status = open ? name : "unlabelled";
  const head = element("div", "head");
  head.append(open ? status(map, name) : element("span", "status guess", GUESS));
  if (open && map.claims[claim].disputed) head.append(element("span", "disputed", `${DISPUTED_ICON} the sources disagree`));
  head.append(element("h1", "", `Claim ${claim + 1}${countedClaims(map).length === map.claims.length ? ` of ${map.claims.length}` : ""}`));
  slide.append(head);
  const said = decided(map, decision, machine[claim], wrong[claim]);
  const pair = element("div", "pair");
  const ours = scrollable(element("div", "panel ours"), "Draft");
  labelled(ours, "label", "Draft");
  write(ours, claimExcerpt(map, claim), spots, open, "part");
  const bridge = element("div", "bridge");
  bridge.setAttribute("aria-hidden", "true");
  bridge.append(element("span", "", open ? map.statuses[name][0] : "?"));
  const { shown, more } = quotesOf(map, claim, name, spots);
  const theirs = scrollable(element("div", "panel theirs"), "Source");
  for (const quote of shown) writeQuote(theirs, map, quote, spots, open);
  if (shown.length === 0) {
    labelled(theirs, "label", "Source");
    labelled(theirs, "none", open ? show.absent[claim] : show.unknown);
  }
  if (more > 0) labelled(theirs, "label", `and ${counted(more, "more passage")}`);
  pair.append(ours, bridge, theirs);
  pair.classList.toggle("apart", shown.length === 0);
  slide.append(pair);
  const card = map.claims[claim].card;
  if (!open || !card) return slide;
  for (const [mine, other] of card.pairs) slide.append(versus(mine, other));
  if (said) labelled(slide, "reason", said, "ltr");
  labelled(slide, "reason", card.reason);
  return slide;
}

function versus(mine, other) {
  const made = element("div", "versus");
  const sign = element("span", "sign", VERSUS);
  sign.setAttribute("aria-label", "against");
  sign.setAttribute("role", "img");
  for (const [className, label, value] of [["mine", "draft", mine], ["", "source", other]]) {
    const side = element("div", `side ${className}`);
    const words = element("b", "", value);
    words.dir = "auto";
    side.append(element("span", "label", label), words);
    made.append(side);
  }
  made.firstChild.after(sign);
  return made;
}

function writeQuote(panel, map, quote, spots, open) {
  const title = element("p", "label place");
  title.dir = "auto";
  if (open) {
    const [icon, word] = map.relations[quote.relation];
    const relation = element("b", "relation", `${icon} ${word}`);
    relation.dataset.relation = quote.relation;
    title.append(relation, " ");
  }
  title.append(element("span", "name", quote.source.name), element("span", "", quote.source.about ? ` · ${quote.source.about}` : ""));
  const words = element("blockquote", quote.source.code ? "code" : "");
  if (open) words.dataset.relation = quote.relation;
  write(words, quote, spots, open, "quoted");
  panel.append(title, words);
}

// Each line of the text is a paragraph that finds its own direction; what stands around it is dimmed.
function write(parent, cut, spots, open, className) {
  if (cut === null) return;
  const excludes = ([, , , on = []]) => open && on.some((spot) => spots.includes(spot));
  const differs = cut.lines.some((pieces) => pieces.some(excludes));
  cut.lines.forEach((pieces, number) => {
    const line = paragraph(parent);
    if (number === 0 && cut.before) line.append(element("span", "context", cut.before));
    for (const piece of pieces) {
      const [text, , flags = 0] = piece;
      const part = element("span", className, text.replace(/\n$/, ""));
      if (excludes(piece)) part.classList.add("differs");
      else if (open && !differs && (flags & 1) !== 0) part.classList.add("marked"); // what lacks support, where nothing is denied
      line.append(part);
    }
    if (number === cut.lines.length - 1 && cut.after) line.append(element("span", "context", cut.after));
  });
}

function paragraph(parent) {
  const line = element("div", "line");
  line.dir = "auto";
  parent.append(line);
  return line;
}

function scrollable(panel, name) {
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", name);
  return panel;
}

// What a person said of the claim, empty where no one did.
function decided(map, decision, machine, wrong) {
  if (decision === "") return "";
  const [icon, word] = map.decisions[decision];
  const before = machine ? `; the machine said ${map.statuses[machine].join(" ")}` : "";
  return `${icon} ${word}${wrong ? " by a reviewer" : ""}${before}`;
}

function counted(number, noun) {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
