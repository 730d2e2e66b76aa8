import { expect, it } from "vitest";
import { markedParts } from "./marked-words.ts";

const marked = (text: string, keywords: string) =>
  markedParts(text, keywords)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

it.each([
  ["請問還有鋼琴班嗎？", "鋼琴", "請問還有[鋼琴]班嗎？"],
  ["Piano or piano", "PIANO", "[Piano] or [piano]"],
  ["鋼琴班和鋼琴", "鋼琴 鋼琴班", "[鋼琴班]和[鋼琴]"],
  ["(50%) *a*", "(50%) *a*", "[(50%)] [*a*]"],
  ["無關", "鋼琴", "無關"],
  ["全部", "  ", "全部"],
])("in %j the words of %j are marked", (text, keywords, shown) => expect(marked(text, keywords)).toBe(shown));
