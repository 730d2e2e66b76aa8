/** The fields of a keyboard event that a shortcut depends on. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "keyCode"
>;

/**
 * Whether a key press is a shortcut: `mod+k` (Ctrl, or Cmd on a Mac), `shift+j`, `Escape`, `/`, `e`.
 * Never while an input method is composing: there Enter, arrows and letters belong to the word being written.
 */
export function isShortcut(press: KeyPress, shortcut: string): boolean {
  if (isComposing(press)) return false;
  const parts = shortcut.split("+");
  const key = parts.pop() || "+";
  if (parts.includes("mod") !== (press.ctrlKey || press.metaKey)) return false;
  if (parts.includes("alt") !== press.altKey) return false;
  // Characters such as "?" need the Shift key on some keyboards and not on others.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isSign && parts.includes("shift") !== press.shiftKey) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Whether an input method is composing. Some browsers report it only by the key code 229. */
export function isComposing(press: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari says so in no other way
  return press.isComposing || press.keyCode === 229;
}

/** Whether a key press there belongs to no control: nothing has the focus, or the screen as a whole does. */
export function isNobodysPlace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target === document.body || target.tagName === "MAIN");
}

/** Whether a person is typing there, so that a plain letter is text and not a shortcut. */
export function isWritingPlace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** The elements that cover the page. Closed confirmations stay in the document, hidden. */
const covering = 'dialog[open], .ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open > .ant-drawer-mask';

/**
 * Whether a key press there belongs to a dialog that covers the page, such as a form in a drawer or a confirmation. Its
 * focus may be lost with a removed button. A panel beside its list covers nothing.
 */
export function isInDialog(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (isNobodysPlace(target)) return document.querySelector(covering) !== null;
  const drawer = target.closest(".ant-drawer");
  return Boolean(target.closest("dialog, .ant-modal-root") ?? drawer?.querySelector(":scope > .ant-drawer-mask"));
}
