// Run once in the app's page. `speed.arm…()` waits for the next input event and gives the milliseconds from that event
// to the first drawn frame in which each awaited state holds.
(() => {
  const map = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
    .map((host) => host.shadowRoot?.querySelector(".map")).find(Boolean);
  const chip = (number) => map().querySelector(`.draft .chip[data-number="${number}"]`);
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const idle = () =>
    document.querySelector("[data-testid=stApp]").getAttribute("data-test-script-state") === "notRunning";

  // Frame callbacks run before the frame is drawn; a message posted from one arrives after.
  const afterFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0);
  });

  const arm = (kind, states) => {
    const measured = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`never seen: ${states.join("; ")}`)), 60_000);
      const begin = ({ timeStamp }) => {
        const found = states.map(() => null);
        const look = (now) => {
          states.forEach((holds, index) => {
            if (found[index] === null && holds()) found[index] = now - timeStamp;
          });
          if (found.includes(null)) afterFrame(look);
          else resolve(found);
        };
        afterFrame(look);
      };
      document.addEventListener(kind, begin, { capture: true, once: true });
    });
    return { measured };
  };

  window.speed = {
    ready: () => map() !== undefined && !map().hasAttribute("aria-busy") && text(".st-key-claim_card") !== "" && idle(),

    // A click on a claim: its evidence is lit; its card is drawn.
    armClick(number) {
      const lit = () => chip(number).classList.contains("lit") && map().querySelector(".sources .part.lit");
      const card = () => text(".st-key-decision_bar").includes(`Claim ${number} of `) && idle();
      this.armed = arm("click", [lit, card]);
    },

    // A key that decides: the badge is on the claim; the page around shows the next claim and is at rest.
    armKey(number) {
      const badge = () => chip(number).dataset.decision === "accept";
      const next = () => !text(".st-key-decision_bar").includes(`Claim ${number} of `) && idle();
      this.armed = arm("keydown", [badge, next]);
    },
  };
})();
