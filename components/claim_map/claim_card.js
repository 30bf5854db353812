// What stands under the selected claim, in the draft: why, its words against the source's, the fix, right or wrong. It
// lies in a shadow tree of its own, so that the pane's text stays the draft's.

const CARD_STYLE = `
:host { display: block; margin: 0.35rem 0 0.45rem; font: 400 0.85rem/1.45 var(--st-font, sans-serif); white-space: normal; user-select: none; cursor: default; }
.box { padding: 0.5rem 0.7rem; background: var(--soft); border-inline-start: 3px solid var(--ink); border-radius: 0 8px 8px 0; }
p { margin: 0; overflow-wrap: anywhere; }
.pair { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.5rem; margin-top: 0.3rem; }
.pair b { font-size: 1rem; overflow-wrap: anywhere; }
.pair .ours { text-decoration: line-through 1.5px; }
.said { color: var(--quiet); font-size: 0.78rem; }
.acts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.5rem; margin-top: 0.45rem; }
button { font: inherit; color: inherit; cursor: pointer; padding: 0.12rem 0.65rem; background: var(--page); border: 1px solid var(--edge); border-radius: 6px; }
button:hover { border-color: var(--words); }
button:focus-visible { outline: 2px solid var(--words); outline-offset: 2px; }
button.fix { font-weight: 600; border-color: var(--words); }
.new { text-decoration: underline 2px; text-underline-offset: 3px; font-weight: 600; }
.old { text-decoration: line-through; }
`;

// What the card follows: the claim's last part, with the line break behind it, which would be an empty line below the card.
function beforeCard(last, host) {
  const next = last.nextSibling;
  const ends = next?.nodeType === Node.TEXT_NODE && next.data.trim() === "" && [null, host].includes(next.nextSibling);
  return ends ? next : last;
}

// An element with words of the draft, a source or a model, which find their own direction.
function foreign(tag, className, text) {
  const made = element(tag, className, text);
  made.dir = "auto";
  return made;
}

class ClaimCard {
  constructor(map) {
    this.map = map;
    this.host = element("div", "claim-card");
    this.root = this.host.attachShadow({ mode: "open" });
    const style = element("style");
    style.textContent = CARD_STYLE;
    this.box = element("div", "box");
    this.box.dir = "ltr"; // English, whatever the direction of the draft around it
    this.root.append(style, this.box);
    this.drawn = "";
    this.labels = false;
  }

  // Put it under a claim, or take it away where there is nothing to say of it.
  show(index, fixed) {
    const { card } = this.map.texts.claims[index] ?? {};
    const last = card && this.map.draft.lastPart(index);
    if (!last) {
      this.host.remove();
      this.drawn = "";
      return;
    }
    const [status, decision] = this.map.drawn[index];
    const labels = this.map.texts.queue && ["", "confirm"].includes(decision);
    const overruled = isOverruled(this.map.drawn[index]);
    const drawn = JSON.stringify([index, fixed, status, labels, overruled]);
    this.host.dataset.status = status;
    const place = beforeCard(last, this.host);
    if (place.nextSibling !== this.host) place.after(this.host);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.labels = labels;
    this.box.replaceChildren(...this.lines(card, labels, fixed, overruled));
  }

  // In the queue to take a fix says of the verdict, too, that it is right; its button says so.
  lines(card, labels, fixed, overruled) {
    const lines = card.reason ? [foreign("p", "", card.reason)] : [];
    for (const [ours, theirs] of card.pairs) {
      const pair = element("div", "pair");
      pair.append(element("span", "said", "draft"), foreign("b", "ours", ours), element("span", "", "\u2194"),
        element("span", "said", "source"), foreign("b", "", theirs));
      lines.push(pair);
    }
    const acts = element("div", "acts");
    acts.append(...this.judging(this.map.texts.statuses[card.status][1]));
    if (card.fixes.length && fixed) acts.append(element("span", "said", "\u2713 fixed; u takes it back"));
    else if (card.fixes.length && !overruled) acts.append(...this.fix(card, labels));
    lines.push(acts);
    return lines;
  }

  // What is called right or wrong is the verdict, which is named; without it the claim seems to be meant.
  judging(word) {
    const named = element("span", "said", `${word[0].toUpperCase()}${word.slice(1)}:`);
    const right = this.button("Right (a)", () => this.map.decide("accept"));
    const wrong = this.button("Wrong (x)", () => this.map.decide("reject"));
    right.ariaLabel = right.title = `Right (a): it is ${word}`;
    wrong.ariaLabel = wrong.title = `Wrong (x): it is not ${word}`;
    return [named, right, wrong];
  }

  fix(card, labels) {
    const take = this.button(labels ? "Right, take the fix (Enter)" : "Take the fix (Enter)", () => this.map.takeFix());
    take.className = "fix";
    const words = element("span");
    card.fixes.forEach(([old, fresh], place) => {
      words.append(...(place ? ["; "] : []), foreign("span", "old", old), " ", foreign("span", "new", fresh || "(taken out)"));
    });
    return [take, words];
  }

  button(label, act) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }
}
