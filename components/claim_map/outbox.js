// What the reviewer did, kept until the server's receipt, so that no key press is lost while a page run is under way.

const RESHAPING = new Set(["split", "merge", "respan", "missed", "evidence"]);

class Outbox {
  static RESEND_AFTER = 1500; // milliseconds without a receipt before a batch is sent again with what came since

  constructor() {
    const random = crypto.getRandomValues(new Uint8Array(16));
    this.mount = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.serial = 0;
    this.open = [];
    this.sent = 0; // the highest serial the server has been told
    this.sentAt = -Infinity;
    this.timer = null;
    this.send = null;
  }

  push(kind, claim = null, status = null, place = null) {
    const last = this.open.at(-1);
    if (kind === "select" && last?.kind === "select" && last.serial > this.sent) this.open.pop();
    this.open.push({ serial: ++this.serial, kind, claim, status, ...place });
    // Events of one key press (a decision and the move to the next claim) go as one batch.
    queueMicrotask(() => this.flush());
  }

  // Whether an act is under way after which the claims are others.
  reshaping() {
    return this.open.some(({ kind }) => RESHAPING.has(kind));
  }

  receive(receipt) {
    if (receipt?.mount === this.mount) {
      this.open = this.open.filter((event) => event.serial > receipt.serial);
      this.sentAt = this.open.some((event) => event.serial <= this.sent) ? this.sentAt : -Infinity;
    }
    this.flush();
  }

  // One batch at a time: a batch sent while the last is being worked on would cut that page run short.
  flush() {
    clearTimeout(this.timer);
    if (this.open.length === 0) return;
    const wait = this.sentAt + Outbox.RESEND_AFTER - performance.now();
    if (wait <= 0) this.post();
    this.timer = setTimeout(() => this.flush(), wait > 0 ? wait : Outbox.RESEND_AFTER);
  }

  post() {
    this.sentAt = performance.now();
    this.sent = this.serial;
    this.send({ mount: this.mount, events: this.open });
  }

  // The map goes: what is still unsent must not go with it.
  close() {
    clearTimeout(this.timer);
    if (this.open.some((event) => event.serial > this.sent)) this.post();
  }
}
