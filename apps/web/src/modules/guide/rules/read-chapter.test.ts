import { expect, test } from "vitest";
import { readChapter } from "./read-chapter.ts";

const text = (words: string) => ({ kind: "text", text: words });

test("a chapter is an introduction and sections of paragraphs, steps, points and notes", () => {
  const source = `
What it is about.

## Begin {#begin}
1. First.
1. Second.
- A point.

> Worth knowing.
## End {#the-end}
Done.
`;
  expect(readChapter(source)).toEqual({
    intro: [{ kind: "paragraph", words: [text("What it is about.")] }],
    sections: [
      {
        id: "begin",
        title: "Begin",
        blocks: [
          { kind: "steps", items: [[text("First.")], [text("Second.")]] },
          { kind: "points", items: [[text("A point.")]] },
          { kind: "note", words: [text("Worth knowing.")] },
        ],
      },
      { id: "the-end", title: "End", blocks: [{ kind: "paragraph", words: [text("Done.")] }] },
    ],
  });
});

test("labels, keys and links are recognised in the text", () => {
  const [line] = readChapter("Press **Save** or `Ctrl` `K`, see [leads](/guide/leads#find).").intro;
  expect(line).toEqual({
    kind: "paragraph",
    words: [
      text("Press "),
      { kind: "label", text: "Save" },
      text(" or "),
      { kind: "key", text: "Ctrl" },
      text(" "),
      { kind: "key", text: "K" },
      text(", see "),
      { kind: "link", text: "leads", address: "/guide/leads#find" },
      text("."),
    ],
  });
});

test.each(["## Without an id", "### Too deep {#deep}", "# Title {#title}"])("%j is no heading", (line) => {
  expect(() => readChapter(line)).toThrow(line);
});
