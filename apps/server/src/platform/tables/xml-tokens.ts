/** The tokens of XML that spreadsheets use. Names come without their namespace. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** The XML must not be read: it is damaged, or has a document type, which could define endless entities. */
export class XmlError extends Error {}

const maxTagLength = 1_000_000;

/** Parses XML in pieces and passes its tags and texts to a listener, in order; nothing else is kept. */
export function xmlReader(listener: XmlListener): { write(piece: string): void; end(): void } {
  let rest = "";
  const write = (piece: string) => {
    const text = rest + piece;
    let at = 0;
    while (at < text.length) {
      const start = text.indexOf("<", at);
      if (start !== at) {
        // A text may continue in the next piece, in the middle of an entity.
        if (start < 0) break;
        listener.text(unescaped(text.slice(at, start)));
        at = start;
        continue;
      }
      const end = endOfTag(text, at);
      if (end < 0) break;
      tell(listener, text.slice(at, end));
      at = end;
    }
    rest = text.slice(at);
    if (rest.length > maxTagLength) throw new XmlError();
  };
  return {
    write,
    end() {
      if (rest.trim() !== "") throw new XmlError();
    },
  };
}

function endOfTag(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return after(text, "-->", at);
  if (text.startsWith("<![CDATA[", at)) return after(text, "]]>", at);
  if (text.startsWith("<?", at)) return after(text, "?>", at);
  return after(text, ">", at);
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}

function tell(listener: XmlListener, tag: string): void {
  const mark = tag[1];
  if (mark === "?") return;
  if (mark === "!") {
    if (tag.startsWith("<![CDATA[")) listener.text(tag.slice(9, -3));
    else if (!tag.startsWith("<!--")) throw new XmlError();
    return;
  }
  if (mark === "/") return listener.close(localName(tag.slice(2, -1).trimEnd()));
  const isEmpty = tag.endsWith("/>");
  const inside = tag.slice(1, isEmpty ? -2 : -1);
  const space = inside.search(/\s/);
  const name = localName(space < 0 ? inside : inside.slice(0, space));
  listener.open(name, space < 0 ? "" : inside.slice(space));
  if (isEmpty) listener.close(name);
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The value of an attribute in the text of a tag; its namespace does not matter. */
export function attribute(attributes: string, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined;
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value);
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return named[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
