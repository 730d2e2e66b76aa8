// Loaded into the page before its own scripts: measures from a person's click or key to the frame that shows its effect.

let begun = null;
let found = null;

/** The moment that counts as the action: the button released, or the key pressed. */
for (const kind of ["click", "keydown"]) {
  window.addEventListener(kind, (event) => (begun = event.timeStamp), { capture: true });
}

/** Prepares for an action whose effect is that `isShown` returns true. */
function watchFor(isShown) {
  begun = null;
  if (isShown()) throw new Error(`It shows already: ${isShown}`);
  found = new Promise((resolve) => {
    const look = () => {
      if (begun === null || !isShown()) return;
      observer.disconnect();
      const from = begun;
      // The frame is on the screen when the next task starts.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - from);
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener("input", look, { capture: true });
  });
}

/** The milliseconds from the last action to its effect; null if there is none within the longest wait. */
function took(longest) {
  return Promise.race([found, new Promise((resolve) => setTimeout(() => resolve(null), longest))]);
}

/** Goes back like the browser's button, for which there is no event. */
function back() {
  begun = performance.now();
  history.back();
}

window.actions = { watchFor, took, back };
