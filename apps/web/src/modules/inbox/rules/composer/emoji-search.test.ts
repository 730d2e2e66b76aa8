import { expect, test } from "vitest";
import { emojiOf, findEmoji, withRecent } from "./emoji-search.ts";

const all = emojiOf(["🙏|folded hands|感謝 謝謝|感谢 合十", "🎹|musical keyboard|鋼琴|钢琴"]);
const signs = (asked: string) => findEmoji(all, asked).map(({ sign }) => sign);

test("an emoji is found by a word of any of the three languages", () => {
  expect(signs("Keyboard")).toEqual(["🎹"]);
  expect(signs("謝")).toEqual(["🙏"]);
  expect(signs("钢琴")).toEqual(["🎹"]);
  expect(signs("hands folded")).toEqual(["🙏"]);
  expect(signs("飛機")).toEqual([]);
  expect(signs(" ")).toHaveLength(2);
});

test("the last used emoji comes first, once", () => {
  expect(withRecent(["🎹", "🙏"], "🙏")).toEqual(["🙏", "🎹"]);
  expect(withRecent(["a", "b"], "c", 2)).toEqual(["c", "a"]);
});
