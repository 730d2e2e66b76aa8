/** The parts of a mail that the page shows. */
export interface ReadableMail {
  from: string;
  to: string;
  subject: string;
  date: string;
  text: string;
  html?: string;
  attachments: { name: string; type: string }[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

const DEEPEST = 8;

/** Reads an .eml file: headers, the first text and HTML parts, names of attachments. Never throws, even on malformed mails. */
export function readMail(bytes: Buffer): ReadableMail {
  // Latin-1 keeps every byte as one character until the part's own charset is known.
  const whole = splitPart(bytes.toString("latin1"));
  const header = (name: string) => decodeWords(whole.headers.get(name) ?? "");
  const mail: ReadableMail = {
    from: header("from"),
    to: header("to"),
    subject: header("subject"),
    date: header("date"),
    text: "",
    attachments: [],
  };
  collect(whole, mail, 0);
  return mail;
}

function collect(part: Part, mail: ReadableMail, depth: number): void {
  const type = part.headers.get("content-type") ?? "text/plain";
  const boundary = parameterOf(type, "boundary");
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < DEEPEST) {
    for (const inner of splitMultipart(part.body, boundary)) collect(splitPart(inner), mail, depth + 1);
    return;
  }
  const disposition = part.headers.get("content-disposition") ?? "";
  const fileName = parameterOf(disposition, "filename") ?? parameterOf(type, "name");
  if (/^attachment/i.test(disposition) || fileName !== undefined) {
    mail.attachments.push({ name: decodeWords(fileName ?? "attachment"), type: type.split(";")[0] ?? "" });
    return;
  }
  if (/^text\/html/i.test(type)) mail.html ??= decodeBody(part, type);
  else if (/^text\//i.test(type) && mail.text === "") mail.text = decodeBody(part, type);
}

function splitPart(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end === null ? raw : raw.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? "" : raw.slice(end.index + end[0].length) };
}

function splitMultipart(body: string, boundary: string): string[] {
  const sections = `\n${body.replaceAll("\r\n", "\n")}`.split(`\n--${boundary}`).slice(1);
  return sections.filter((section) => !section.startsWith("--")).map((section) => section.replace(/^[ \t]*\n/, ""));
}

function decodeBody({ headers, body }: Part, type: string): string {
  const encoding = (headers.get("content-transfer-encoding") ?? "").toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? fromQuotedPrintable(body)
        : Buffer.from(body, "latin1");
  return toText(bytes, parameterOf(type, "charset"));
}

function fromQuotedPrintable(text: string): Buffer {
  const joined = text.replace(/=\r?\n/g, "");
  return Buffer.from(
    joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

/** RFC 2047: =?utf-8?B?…?= and =?utf-8?Q?…?=; the blank between two of them does not count. */
function decodeWords(text: string): string {
  const plain = toText(Buffer.from(text, "latin1"), "utf-8");
  return plain
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, kind: string, data: string) => {
      const bytes =
        kind.toUpperCase() === "B" ? Buffer.from(data, "base64") : fromQuotedPrintable(data.replaceAll("_", " "));
      return toText(bytes, charset);
    });
}

function parameterOf(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, "i").exec(header);
  return match?.[1] ?? match?.[2];
}

function toText(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}
