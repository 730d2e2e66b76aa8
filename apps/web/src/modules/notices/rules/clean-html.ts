/** The allowed elements, and what editors produce for each. */
const names: Readonly<Record<string, string>> = {
  P: "p",
  DIV: "p",
  BR: "br",
  UL: "ul",
  OL: "ol",
  LI: "li",
  STRONG: "strong",
  B: "strong",
  EM: "em",
  I: "em",
};

/** Elements whose text is not content. */
const silent = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "TEXTAREA", "SELECT", "IFRAME", "OBJECT", "TITLE"]);

/**
 * Converts HTML to new nodes with only paragraphs, lists, bold, italic and https links. The server cleans its HTML already;
 * this is a second barrier, and cleans pasted content.
 */
export function cleanFragment(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  appendClean(fragment, parsed.body);
  return fragment;
}

function appendClean(into: Node, from: Node): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.appendChild(document.createTextNode(child.textContent ?? ""));
    else if (child instanceof Element || child.nodeType === Node.ELEMENT_NODE) appendElement(into, child as Element);
  }
}

function appendElement(into: Node, element: Element): void {
  const tag = element.tagName.toUpperCase();
  if (silent.has(tag)) return;
  const copy = copyOf(element, tag);
  if (copy) into.appendChild(copy);
  appendClean(copy ?? into, element);
}

function copyOf(element: Element, tag: string): HTMLElement | null {
  const href = tag === "A" ? (element.getAttribute("href") ?? "").trim() : "";
  if (tag !== "A") {
    const name = names[tag];
    return name ? document.createElement(name) : null;
  }
  if (!isHttps(href)) return null;
  const link = document.createElement("a");
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
  return link;
}

/** Whether a notice can contain this address. */
export function isHttps(address: string): boolean {
  return /^https:\/\//i.test(address) && URL.canParse(address);
}
