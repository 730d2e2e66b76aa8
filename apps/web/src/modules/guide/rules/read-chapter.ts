/** A run of text. A label is a text on the product's screens; a key is on the keyboard. */
export type Words = { kind: "text" | "label" | "key"; text: string } | { kind: "link"; text: string; address: string };

export type Block = { kind: "paragraph" | "note"; words: Words[] } | { kind: "steps" | "points"; items: Words[][] };

export interface Section {
  /** Its name in an address, the same in every language. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface Chapter {
  intro: Block[];
  sections: Section[];
}

const heading = /^## (.+) \{#([a-z0-9-]+)\}$/;
const inline = /\*\*(?<label>[^*]+)\*\*|`(?<key>[^`]+)`|\[(?<link>[^\]]+)\]\((?<address>[^)\s]+)\)/g;

/**
 * Reads a chapter. It is written in a subset of Markdown, one block per line: `## Title {#id}`, `1.` steps, `-` points, `>`
 * notes, `**label**`, `` `key` `` and `[words](address)`. Throws at a heading of another form.
 */
export function readChapter(source: string): Chapter {
  const intro: Block[] = [];
  const sections: Section[] = [];
  for (const line of source.split("\n")) {
    if (line.startsWith("#")) sections.push(readHeading(line));
    else if (line.trim() !== "") addLine(sections.at(-1)?.blocks ?? intro, line);
  }
  return { intro, sections };
}

function readHeading(line: string): Section {
  const [, title, id] = heading.exec(line) ?? [];
  if (!title || !id) throw new Error(`A heading is written "## Title {#id}", not "${line}"`);
  return { id, title, blocks: [] };
}

function addLine(blocks: Block[], line: string): void {
  const [, mark = "", text = ""] = /^(1\. |- |> )?(.*)$/.exec(line) ?? [];
  const words = readWords(text);
  if (mark === "1. ") addItem(blocks, "steps", words);
  else if (mark === "- ") addItem(blocks, "points", words);
  else blocks.push({ kind: mark === "> " ? "note" : "paragraph", words });
}

function addItem(blocks: Block[], kind: "steps" | "points", item: Words[]): void {
  const last = blocks.at(-1);
  if (last?.kind === kind) last.items.push(item);
  else blocks.push({ kind, items: [item] });
}

function readWords(text: string): Words[] {
  const words: Words[] = [];
  let from = 0;
  const addText = (to: number) => {
    if (to > from) words.push({ kind: "text", text: text.slice(from, to) });
  };
  for (const { 0: found, index, groups: { label, key, link, address } = {} } of text.matchAll(inline)) {
    addText(index);
    if (label) words.push({ kind: "label", text: label });
    if (key) words.push({ kind: "key", text: key });
    if (link && address) words.push({ kind: "link", text: link, address });
    from = index + found.length;
  }
  addText(text.length);
  return words;
}
