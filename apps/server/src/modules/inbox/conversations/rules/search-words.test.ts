import { expect, test } from "vitest";
import { patternOf, searchWords, snippetOf } from "./search-words.ts";

test("words are separated by spaces, with full-width forms normalised", () => {
  expect(searchWords("  鋼琴　ＩＥＬＴＳ  ９８７ ")).toEqual(["鋼琴", "ielts", "987"]);
  expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
  expect(searchWords("　")).toEqual([]);
});

test("input is searched literally", () => {
  expect(patternOf("100%_\\")).toEqual({ operator: "like", pattern: "%100\\%\\_\\\\%" });
  expect(patternOf("ai")).toEqual({ operator: "~", pattern: "[^a-z0-9]ai" });
});

test("a snippet shows the place of the first word, as it was written", () => {
  expect(snippetOf("請問還有鋼琴班嗎？", ["鋼琴"])).toBe("請問還有鋼琴班嗎？");
  const long = `${"前".repeat(100)}鋼琴${"後".repeat(200)}`;
  expect(snippetOf(long, ["鋼琴"])).toBe(`…${"前".repeat(24)}鋼琴${"後".repeat(94)}…`);
  expect(snippetOf("ＩＥＬＴＳ\n班", ["ielts"])).toBe("ＩＥＬＴＳ 班");
  expect(snippetOf(`${"前".repeat(25)}🎹🎹`, ["🎹"])).toBe(`…${"前".repeat(24)}🎹🎹`);
});
