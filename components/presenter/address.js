// The slide in view and whether verdicts are hidden, in the page's address: a reload or a bookmark finds them again.

const CLAIM = "claim"; // number of the claim, from 1; "end" for the last slide, nothing for the first
const HIDE = "hide";
const END = "end";

function readAddress() {
  const said = new URLSearchParams(location.search);
  const claim = said.get(CLAIM);
  return { number: claim === END ? Infinity : Math.max(0, Number.parseInt(claim ?? "0", 10) || 0), hidden: said.get(HIDE) === "1" };
}

function writeAddress(claim, hidden) {
  const address = new URL(location.href);
  const said = address.searchParams;
  for (const [name, value] of [[CLAIM, claim], [HIDE, hidden ? "1" : null]]) {
    if (value === null) said.delete(name);
    else said.set(name, value);
  }
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
