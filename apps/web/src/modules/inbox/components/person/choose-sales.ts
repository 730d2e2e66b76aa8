/** Id of the right column, in which the customer's sales person is chosen. */
export const personPaneId = "person-pane";

/** So long the lead of a conversation may take to be there. */
const patienceMs = 5000;

/** Opens the choice of who the customer's sales person is, as soon as it is there and if the reader may change it. */
export function chooseSales(): void {
  if (openChoice()) return;
  const observer = new MutationObserver(() => openChoice() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patienceMs);
}

function openChoice(): boolean {
  const choice = document.querySelector<HTMLElement>(`#${personPaneId} [data-field="sales"]`);
  const input = choice?.querySelector("input");
  if (!input) return false;
  input.focus();
  // The select opens by the mouse or by a key, and has no call for it.
  input.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  return true;
}
