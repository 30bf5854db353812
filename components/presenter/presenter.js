// The presenter: slides over the whole window, moved between without the server. It can decide nothing.

const PRESENTED = new WeakMap();

class Presenter {
  constructor(parent, show) {
    this.show = show;
    this.leaving = null; // set by the mount: tells the server at which claim the presentation was left
    this.claims = countedClaims(show.map); // a greeting has no slide
    this.slides = ["opening", ...this.claims, ...(show.closing ? ["closing"] : [])];
    this.revealed = new Set();
    const { number, hidden } = readAddress();
    this.hidden = hidden;
    this.build(parent);
    this.listener = (event) => this.key(event);
    addEventListener("keydown", this.listener, true); // before Streamlit, which has uses of its own for r and c
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.stage);
    document.fonts?.ready.then(() => this.fit());
    this.go(number === Infinity ? Infinity : number === 0 ? 0 : this.slideOf(number - 1));
    this.root.focus({ preventScroll: true });
  }

  build(parent) {
    this.root = element("section", "wall");
    this.root.setAttribute("aria-label", "Presentation");
    this.root.tabIndex = -1;
    this.stage = element("div", "stage");
    this.strip = element("div", "strip");
    this.strip.setAttribute("aria-hidden", "true");
    this.live = element("div", "live");
    this.live.setAttribute("aria-live", "polite");
    this.hint = element("span", "hint");
    this.back = this.button("\u2039", "Previous", () => this.step(-1));
    this.next = this.button("\u203a", "Next", () => this.step(1));
    this.full = this.button(corners(), "Full screen (F)", () => this.fullScreen());
    const bar = element("div", "foot");
    bar.append(
      this.strip, this.hint, this.back, this.next, this.full,
      this.button("?", "Keys (?)", () => this.sheet.showModal()),
      this.button("\u2715", "Back to the review (Esc)", () => this.leave()),
    );
    this.sheet = presenterSheet();
    this.root.append(this.stage, bar, this.live, this.sheet);
    listenToTouch(this.stage, (by) => this.step(by));
    parent.append(this.root);
    followTheme(this.root);
  }

  button(sign, name, act) {
    const made = element("button");
    made.append(sign);
    made.type = "button";
    made.title = name;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    return made;
  }

  get slide() {
    return this.slides[this.at];
  }

  get claim() {
    return typeof this.slide === "number" ? this.slide : null;
  }

  get open() {
    return !this.hidden || this.slide === "closing" || this.revealed.has(this.slide);
  }

  // The number of the slide of a claim, or else of the next one that has a slide, or of the last one.
  slideOf(claim) {
    const next = this.claims.findIndex((one) => one >= claim);
    return next < 0 ? this.claims.length : next + 1;
  }

  go(to) {
    const at = Math.min(Math.max(to, 0), this.slides.length - 1);
    const [edge, moved] = [at !== to && at === this.at && Number.isFinite(to), at !== this.at];
    this.at = at;
    if (edge) this.live.textContent = to < 0 ? "This is the first slide." : "This is the last slide.";
    else if (moved) this.render();
  }

  step(by) {
    this.go(this.at + by);
  }

  readOn(by) {
    if (!scrollOn(this.stage, by)) this.step(by);
  }

  // A clicker has two buttons: the one that goes on reveals first what is hidden.
  click(by) {
    if (by > 0 && !this.open) this.reveal();
    else this.step(by);
  }

  nextProblem() {
    const { states, map } = this.show;
    const count = this.claims.length;
    const from = this.slide === "closing" ? count - 1 : this.claims.indexOf(this.claim);
    for (let ahead = 1; ahead <= count; ahead++) {
      const claim = this.claims[(from + ahead) % count];
      const doubted = map.claims[claim].disputed || !["supported", "not_checkable"].includes(states[claim][0]);
      if (!doubted) continue;
      if (claim === this.claim) break;
      this.go(this.slideOf(claim));
      return;
    }
    this.live.textContent = this.claim === null || count === 0 ? "No claim is in doubt." : "No other claim is in doubt.";
  }

  hideAll() {
    this.hidden = !this.hidden;
    this.revealed.clear();
    this.render();
  }

  reveal() {
    if (this.open) return;
    this.revealed.add(this.slide);
    this.render();
  }

  async fullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      this.live.textContent = "Your browser does not allow full screen here; F11 may do it.";
    }
  }

  async leave() {
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
    this.leaving({ claim: this.claim === null ? null : this.show.map.claims[this.claim].id });
  }

  render() {
    const { slide, open, show } = this;
    const drawn = slide === "opening" ? openingSlide(show, open) : slide === "closing" ? closingSlide(show) : claimSlide(show, slide, open);
    this.stage.replaceChildren(drawn);
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === this.slides.length - 1;
    this.drawStrip();
    this.fit();
    writeAddress(this.claim !== null ? String(this.claim + 1) : slide === "closing" ? END : null, this.hidden);
    this.live.textContent = this.announcement(drawn);
  }

  // One sign a claim; where there is no room for all, those around the claim in view.
  drawStrip() {
    const { states, map } = this.show;
    this.strip.replaceChildren(
      ...this.claims.map((claim) => {
        const [[status], open] = [states[claim], !this.hidden || this.revealed.has(claim)];
        const sign = element("span", claim === this.claim ? "here" : "", open ? map.statuses[status][0] : "\u00b7");
        sign.dataset.status = open ? status : "unlabelled";
        return sign;
      }),
    );
    const here = this.strip.querySelector(".here");
    if (here) this.strip.scrollLeft = here.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2;
  }

  announcement(drawn) {
    const parts = [...drawn.querySelectorAll("h1, .status, .disputed, .verdict, .counts li, .line, .place, .none, .versus, .reason, .detail, .rise")];
    return parts.filter((part) => !part.parentElement.closest("li")).map(spoken).filter((words) => words !== "").join(". ");
  }

  fit() {
    const whole = fit(this.stage, { width: innerWidth, height: innerHeight });
    makeScrollable(this.stage);
    this.hint.textContent = [...(whole ? [] : ["\u2193 reads on"]), ...(this.open ? [] : ["r reveals"])].join(" \u00b7 ");
  }

  key(event) {
    if (this.sheet.open) {
      event.stopPropagation(); // Escape closes the sheet, which is the browser's doing
      if (event.key === "?") this.sheet.close();
      return;
    }
    if (isForTheBrowser(event) || closesMessage(event)) return;
    const entry = presenterKey(event);
    if (entry !== null || event.key.length === 1) event.stopImmediatePropagation(); // R and C are Streamlit's own
    if (entry === null) return;
    event.preventDefault();
    entry.run(this);
  }

  close() {
    removeEventListener("keydown", this.listener, true);
    this.sizes.disconnect();
    this.root.remove();
  }
}

// What a part of a slide is to one who hears it: no signs, no surroundings, nothing that was taken out.
const HEARD = ".part, .quoted, .corrected .line > :not(del), b, .word, .name, .name + span, .label, .rise > :not(.arrow)";

function spoken(part) {
  const heard = [...part.querySelectorAll(HEARD)].map((piece) => piece.textContent);
  return (heard.length ? heard.join(part.matches(".line") ? "" : " ") : part.textContent).trim();
}

// The sign for full screen, which fonts seldom have.
function corners() {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of [["viewBox", "0 0 16 16"], ["width", "1em"], ["height", "1em"], ["aria-hidden", "true"]]) made.setAttribute(name, value);
  for (const [name, value] of [["d", "M2 6V2H6M10 2H14V6M14 10V14H10M6 14H2V10"], ["fill", "none"], ["stroke", "currentColor"], ["stroke-width", "1.6"]]) path.setAttribute(name, value);
  made.append(path);
  return made;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const text = new TextDecoder().decode(data);
  let held = PRESENTED.get(parentElement);
  if (held?.text !== text) {
    held?.presenter.close();
    held = { text, presenter: new Presenter(parentElement, JSON.parse(text)), calls: 0 };
    PRESENTED.set(parentElement, held);
  }
  held.presenter.leaving = (left) => setTriggerValue("left", left);
  followTheme(held.presenter.root);
  const call = ++held.calls;
  return () => {
    if (call !== held.calls) return; // Streamlit also cleans up after calls that a later one overtook
    held.presenter.close();
    PRESENTED.delete(parentElement);
  };
}
