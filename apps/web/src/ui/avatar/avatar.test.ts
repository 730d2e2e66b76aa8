import { expect, it } from "vitest";
import { hueOf, initialsOf } from "./avatar.tsx";

it.each([
  ["陳大文", "大文"],
  ["歐陽小明", "小明"],
  ["Amy Chan", "AC"],
  ["amy", "A"],
  ["Mary Ann Lee", "ML"],
  ["陳太 (Amy)", "陳"],
  ["+852 6123", "23"],
  ["+886912345712", "12"],
  ["7-Eleven", "7E"],
  ["  ", ""],
])("%j shows %j", (name, initials) => expect(initialsOf(name)).toBe(initials));

it("gives a name the same hue every time", () => {
  expect(hueOf("陳大文")).toBe(hueOf("陳大文"));
  expect(hueOf("陳大文")).not.toBe(hueOf("陳小文"));
});
