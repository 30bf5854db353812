// The words of a claim or a quote, cut out of the map's texts with a little of what stands around them.

const CLAIM_CONTEXT = 70; // characters on either side
const QUOTE_CONTEXT = 70;

// Paragraphs of pieces, from the first that `holds` to the last, and the rest of the first and the last paragraph.
function excerpt(paragraphs, holds, context) {
  const places = [];
  paragraphs.forEach((pieces, line) => pieces.forEach((piece, at) => holds(piece) && places.push([line, at])));
  if (places.length === 0) return null;
  const [[firstLine, firstAt], [lastLine, lastAt]] = [places[0], places.at(-1)];
  const lines = [];
  for (let line = firstLine; line <= lastLine; line++) {
    const from = line === firstLine ? firstAt : 0;
    lines.push(paragraphs[line].slice(from, line === lastLine ? lastAt + 1 : undefined));
  }
  return {
    before: indented(tail(joined(paragraphs[firstLine].slice(0, firstAt)), context)),
    lines,
    after: head(joined(paragraphs[lastLine].slice(lastAt + 1)), context),
  };
}

function joined(pieces) {
  return pieces.map(([text]) => text).join("");
}

// An indent is no context.
function indented(before) {
  return before.trim() === "" ? "" : before;
}

// The end of a text, from a word on if one begins near enough.
function tail(text, limit) {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(-limit).join("");
  const space = cut.search(/\s/);
  return `…${space >= 0 && space < cut.length / 2 ? cut.slice(space + 1) : cut}`;
}

function head(text, limit) {
  const characters = [...text.trimEnd()];
  if (characters.length <= limit) return text.trimEnd();
  const cut = characters.slice(0, limit).join("");
  const space = cut.search(/\s\S*$/);
  const kept = space > cut.length / 2 ? cut.slice(0, space) : cut;
  return `${kept}${/[.!?]$/.test(kept) ? " " : ""}…`; // "free.…" reads as one mark
}

function claimExcerpt(texts, claim) {
  return excerpt(texts.draft, ([, indexes]) => indexes.includes(claim), CLAIM_CONTEXT);
}

// The quotes of a claim, strongest first: the one that its card speaks of, and where sources disagree one of the other side.
function quotesOf(texts, claim, status, spots) {
  const found = [];
  texts.evidence.forEach((item, index) => {
    if (item.claim !== claim) return;
    const source = texts.sources[item.source];
    const cut = excerpt(source.text, ([, indexes]) => indexes.includes(index), QUOTE_CONTEXT);
    if (cut) found.push({ ...cut, source, relation: item.relation });
  });
  const speaks = (quote) => quote.lines.some((pieces) => pieces.some(([, , , on = []]) => on.some((spot) => spots.includes(spot))));
  const wanted = status === "contradicted" ? "contradicts" : "supports";
  const rank = (quote) => (speaks(quote) ? 0 : quote.relation === wanted ? 1 : quote.relation !== "context" ? 2 : 3);
  found.sort((one, other) => rank(one) - rank(other));
  const other = texts.claims[claim].disputed
    ? found.find(({ relation }) => relation !== "context" && relation !== found[0].relation)
    : undefined;
  return { shown: found.length === 0 ? [] : other ? [found[0], other] : [found[0]], more: Math.max(0, found.length - (other ? 2 : 1)) };
}
