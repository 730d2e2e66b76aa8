import { describe, expect, it } from "vitest";
import { markedParts, piecesOf, webAddress } from "./text-parts.ts";

const linksIn = (text: string) => piecesOf(text).flatMap(({ href }) => (href ? [href] : []));

describe("links in a text", () => {
  it.each([
    ["看 https://example.com/a?b=1#c 這裡", ["https://example.com/a?b=1#c"]],
    ["網址是https://example.com/暑期班，謝謝", ["https://example.com/%E6%9A%91%E6%9C%9F%E7%8F%AD"]],
    ["(see https://example.com/a_(b)).", ["https://example.com/a_(b)"]],
    ["http://a.test, http://b.test!", ["http://a.test/", "http://b.test/"]],
    ["write to amy.chan+1@example.co.uk.", ["mailto:amy.chan+1@example.co.uk"]],
    ["javascript:alert(1) data:text/html,x ftp://a.test", []],
    ["https:// https://", []],
    ["no link, only 3.5 and a@b", []],
  ])("%j has %j", (text, links) => expect(linksIn(text)).toEqual(links));

  it.each(["", "plain", "a https://x.test b", "https://x.test", "\n第一行\nhttps://x.test/。\n"])(
    "loses nothing of %j",
    (text) => {
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    },
  );

  it.each(["javascript:alert(1)", "vbscript:x", "file:///etc/passwd", "//x.test", "", 7, null, {}])(
    "%j is no address of the web",
    (value) => expect(webAddress(value)).toBeUndefined(),
  );
});

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
