/** HTML that is safe to show: made by `html`, which escapes everything that is not markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | false | undefined | readonly Part[];

/** An HTML template whose values are escaped; null and false add nothing, and the items of lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((piece, index) => (index === 0 ? piece : textOf(parts[index - 1]) + piece)).join(""));
}

function textOf(part: Part): string {
  if (part === null || part === false || part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string") return escapeText(part);
  if (typeof part === "number") return String(part);
  return part.map(textOf).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

const link = /\[([^\]\n]{1,200})\]\((https:\/\/[^\s()<>"']{1,1000})\)/;
const bold = /\*\*([^*\n]+)\*\*/;

/**
 * A text as people type it: blank lines separate paragraphs, `- ` starts a list item, `**bold**` and `[words](https://…)`
 * work.
 */
export function richText(text: string): Markup {
  const blocks = text.replaceAll("\r", "").split(/\n{2,}/);
  return html`${blocks.filter((block) => block.trim() !== "").map(blockOf)}`;
}

function blockOf(block: string): Markup {
  const lines = block.split("\n");
  const isList = lines.every((one) => /^\s*[-•] /.test(one));
  if (isList) return html`<ul>${lines.map((one) => html`<li>${wordsOf(one.replace(/^\s*[-•] /, ""))}</li>`)}</ul>`;
  return html`<p>${lines.map((one, index) => html`${index > 0 && html`<br>`}${wordsOf(one)}`)}</p>`;
}

function wordsOf(words: string): Part {
  const toLink = link.exec(words);
  if (toLink) {
    const [whole, label = "", address = ""] = toLink;
    const anchor = html`<a href="${address}" rel="noopener noreferrer nofollow" target="_blank">${label}</a>`;
    return [wordsOf(words.slice(0, toLink.index)), anchor, wordsOf(words.slice(toLink.index + whole.length))];
  }
  const strong = bold.exec(words);
  if (!strong) return words;
  const [whole, inner = ""] = strong;
  return [
    words.slice(0, strong.index),
    html`<strong>${inner}</strong>`,
    wordsOf(words.slice(strong.index + whole.length)),
  ];
}
