import { describe, expect, it } from "vitest";
import { isShortcut, type KeyPress } from "./shortcut.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});

const imeKeyCode = { ["keyCode" as string]: 229 };

describe("isShortcut", () => {
  it.each([
    ["mod+k", press("k", { ctrlKey: true })],
    ["mod+k", press("K", { metaKey: true })],
    ["e", press("e")],
    ["/", press("/")],
    ["?", press("?", { shiftKey: true })],
    ["Escape", press("Escape")],
    ["shift+j", press("J", { shiftKey: true })],
  ])("%s is pressed", (shortcut, event) => expect(isShortcut(event, shortcut)).toBe(true));

  it.each([
    ["mod+k", press("k")],
    ["e", press("e", { ctrlKey: true })],
    ["e", press("e", { altKey: true })],
    ["j", press("J", { shiftKey: true })],
    ["Enter", press("Escape")],
  ])("%s is not pressed", (shortcut, event) => expect(isShortcut(event, shortcut)).toBe(false));

  it.each(["Enter", "e", "ArrowDown", "Escape"])("%s belongs to an input method that is composing", (key) => {
    expect(isShortcut(press(key, { isComposing: true }), key)).toBe(false);
    expect(isShortcut(press(key, imeKeyCode), key)).toBe(false);
  });
});
