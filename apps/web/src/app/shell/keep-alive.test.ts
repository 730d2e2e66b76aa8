import { expect, it } from "vitest";
import { keptScreens } from "./keep-alive.tsx";

const screen = (name: string, element = name, location = `/${name}`) => ({ name, element, location });
const held = [screen("list"), screen("chat")];
const names = new Set(["list", "chat"]);

it("returns the same list when nothing has changed", () => {
  expect(keptScreens(held, screen("list"), names)).toBe(held);
  expect(keptScreens(held, null, names)).toBe(held);
});

it("keeps a new screen", () => {
  expect(keptScreens(held, screen("board"), names).map(({ name }) => name)).toEqual(["list", "chat", "board"]);
});

it("updates the current screen and leaves the others as they were", () => {
  const after = keptScreens(held, screen("chat", "chat 2", "/chat?x=1"), names);
  expect(after).toEqual([screen("list"), screen("chat", "chat 2", "/chat?x=1")]);
  expect(after[0]).toBe(held[0]);
});

it("drops screens without a tag, but never the current screen", () => {
  expect(keptScreens(held, screen("list"), new Set()).map(({ name }) => name)).toEqual(["list"]);
  expect(keptScreens(held, null, new Set(["chat"])).map(({ name }) => name)).toEqual(["chat"]);
});
