import { expect, test } from "vitest";
import { isOvertaken, type Line } from "./unanswered.ts";

const line = (position: number, who: Pick<Line, "direction" | "author">): Line => ({
  ...who,
  position,
  kind: "text",
  text: "words",
  createdAt: new Date(0),
});

test.each<[boolean, Pick<Line, "direction" | "author">]>([
  [true, { direction: "in", author: "staff" }],
  [true, { direction: "out", author: "staff" }],
  [true, { direction: "out", author: "assistant" }],
  [false, { direction: "out", author: "automatic" }],
])("a suggestion is overtaken (%s) by what came after it: %o", (overtaken, who) => {
  const question = line(1, { direction: "in", author: "staff" });
  expect(isOvertaken([question, line(2, who)], 1)).toBe(overtaken);
  expect(isOvertaken([question, line(2, who)], 2)).toBe(false);
});
