import { expect, test } from "vitest";
import { containing } from "./containing.ts";

test.each([
  ["鋼琴", "%鋼琴%"],
  ["50%_off", "%50\\%\\_off%"],
  ["a\\b", "%a\\\\b%"],
  [undefined, "%%"],
])("the pattern of %j takes its signs as they are", (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});
