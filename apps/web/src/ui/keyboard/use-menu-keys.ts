import { useEffect } from "react";

/**
 * Menus by the keyboard, as people know them: an arrow goes from the button into its open menu, and the button has the
 * keyboard again once an item was chosen. Ant Design goes into the menu by Tab alone, and leaves the keyboard nowhere.
 */
export function useMenuKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return;
      if (key === "ArrowDown" || key === "ArrowUp") enterMenu(event, target);
      else if (key === "Enter") leaveMenu(event, target);
    };
    document.addEventListener("keydown", handleKey, true);
    return () => document.removeEventListener("keydown", handleKey, true);
  }, []);
}

const opener = ".ant-dropdown-open";
const openMenu = '.ant-dropdown:not(.ant-dropdown-hidden) [role="menu"]';

function enterMenu(event: KeyboardEvent, target: HTMLElement): void {
  if (!target.matches(opener)) return;
  const menu = [...document.querySelectorAll(openMenu)].at(-1);
  const items = menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? [];
  const item = [...items].at(event.key === "ArrowDown" ? 0 : -1);
  if (!item) return;
  event.preventDefault();
  event.stopPropagation();
  item.focus();
}

/** Before the item does what it says: a dialog that it opens then gives the keyboard back to the button. */
function leaveMenu(event: KeyboardEvent, target: HTMLElement): void {
  const item = target.closest('[role^="menuitem"]');
  if (!item?.closest(openMenu) || item.matches('[aria-haspopup], [aria-disabled="true"]')) return;
  // The rest of the key press would otherwise press the button.
  event.preventDefault();
  [...document.querySelectorAll<HTMLElement>(opener)].at(-1)?.focus();
}
