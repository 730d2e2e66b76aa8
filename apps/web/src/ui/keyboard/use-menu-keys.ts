import { useEffect } from "react";

/**
 * Standard keyboard control of menus: an arrow key moves from the button into its open menu, and the button gets the focus
 * back after a choice. Ant Design enters the menu only with Tab, and then loses the focus.
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

/** Before the item's action runs, so that a dialog that it opens returns the focus to the button. */
function leaveMenu(event: KeyboardEvent, target: HTMLElement): void {
  const item = target.closest('[role^="menuitem"]');
  if (!item?.closest(openMenu) || item.matches('[aria-haspopup], [aria-disabled="true"]')) return;
  // Otherwise the rest of the key press would press the button.
  event.preventDefault();
  [...document.querySelectorAll<HTMLElement>(opener)].at(-1)?.focus();
}
