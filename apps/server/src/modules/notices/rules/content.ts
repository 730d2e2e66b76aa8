import sanitizeHtml from "sanitize-html";

/** The HTML allowed in a notice: paragraphs, lists, bold, italic, and external https links. */
const kept: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "ul", "ol", "li", "strong", "em", "a"],
  allowedAttributes: { a: ["href", "target", "rel"] },
  allowedSchemes: ["https"],
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title", "svg", "math", "iframe"],
  nestingLimit: 20,
  transformTags: {
    b: "strong",
    i: "em",
    div: "p",
    a: (_tag, { href = "" }) => ({ tagName: "a", attribs: isHttps(href) ? linkTo(href) : {} }),
  },
  // A link without a valid target becomes plain text.
  exclusiveFilter: (frame) => (frame.tag === "a" && !frame.attribs["href"] ? "excludeTag" : false),
};

/** A notice's sanitised content. */
export function cleanContent(html: string): string {
  return sanitizeHtml(html, kept).trim();
}

/** The text of a notice without tags, in one line. */
export function plainText(html: string): string {
  const text = sanitizeHtml(html.replace(/<(?:br|\/p|\/li)[^>]*>/gi, " "), { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

const excerptLength = 120;

/** The beginning of a notice's text. */
export function excerptOf(html: string): string {
  const letters = [...plainText(html)];
  return letters.length <= excerptLength ? letters.join("") : `${letters.slice(0, excerptLength - 1).join("")}…`;
}

function isHttps(address: string): boolean {
  return /^https:\/\//i.test(address) && URL.canParse(address);
}

function linkTo(href: string): sanitizeHtml.Attributes {
  return { href, target: "_blank", rel: "noopener noreferrer nofollow" };
}

interface Dates {
  published_at: Date | null;
  revoked_at: Date | null;
}

/** Whether the recipients can read a notice. */
export function isPublished({ published_at, revoked_at }: Dates): boolean {
  return published_at !== null && revoked_at === null;
}
