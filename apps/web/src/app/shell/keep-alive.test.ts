import { expect, it } from "vitest";
import { keptScreens } from "./keep-alive.tsx";

const screen = (name: string, element = name, location = `/${name}`) => ({ name, element, location });
const held = [screen("list"), screen("chat")];
const names = new Set(["list", "chat"]);

it("answers the same list when nothing has changed", () => {
  expect(keptScreens(held, screen("list"), names)).toBe(held);
  expect(keptScreens(held, null, names)).toBe(held);
});

it("holds a new screen", () => {
  expect(keptScreens(held, screen("board"), names).map(({ name }) => name)).toEqual(["list", "chat", "board"]);
});

it("brings the current screen up to date and leaves the others where they were", () => {
  const after = keptScreens(held, screen("chat", "chat 2", "/chat?x=1"), names);
  expect(after).toEqual([screen("list"), screen("chat", "chat 2", "/chat?x=1")]);
  expect(after[0]).toBe(held[0]);
});

it("lets go what has no tag any more, but never the current screen", () => {
  expect(keptScreens(held, screen("list"), new Set()).map(({ name }) => name)).toEqual(["list"]);
  expect(keptScreens(held, null, new Set(["chat"])).map(({ name }) => name)).toEqual(["chat"]);
});
