import type { ButtonType, TemplateContent } from "@homeroom/contract/message-templates";
import { variablesIn } from "@homeroom/contract/template-advice";
import type { ReviewedContent } from "#modules/message-templates/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";

/** A template's text in WhatsApp's format. `picture`: the handle of the header's sample. */
export function toComponents(content: ReviewedContent, picture: string | null): JsonRecord[] {
  const { type, header, headerSample, body, variables, footer, buttons } = content;
  const samples = variablesIn(body).map((number) => variables[number - 1]?.sample ?? "");
  return [
    ...(type === "text"
      ? [
          {
            type: "HEADER",
            format: "TEXT",
            text: header,
            ...(headerSample && { example: { header_text: [headerSample] } }),
          },
        ]
      : []),
    ...(type === "image" ? [{ type: "HEADER", format: "IMAGE", example: { header_handle: [picture ?? ""] } }] : []),
    { type: "BODY", text: body, ...(samples.length > 0 && { example: { body_text: [samples] } }) },
    ...(footer ? [{ type: "FOOTER", text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: "BUTTONS", buttons: buttons.map(toButton) }] : []),
  ];
}

type Button = TemplateContent["buttons"][number];

function toButton({ type, text, url, urlSample, phone }: Button): JsonRecord {
  switch (type) {
    case "shortcut":
    case "unsubscribe":
      return { type: "QUICK_REPLY", text };
    case "link":
      return { type: "URL", text, url, ...(url.endsWith("{{1}}") && { example: [urlSample] }) };
    case "call":
      return { type: "PHONE_NUMBER", text, phone_number: phone.replace(/[^\d+]/g, "") };
  }
}

/** WhatsApp's text in our format; null if it has parts that we do not store. */
export function contentFrom(components: readonly JsonRecord[]): ReviewedContent | null {
  const part = (type: string) => components.find((one) => textOf(one.type)?.toUpperCase() === type);
  const known = components.every((one) =>
    ["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(textOf(one.type)?.toUpperCase() ?? ""),
  );
  const header = headerFrom(part("HEADER"));
  const buttons = asList(part("BUTTONS")?.buttons).map((button) => buttonFrom(asRecord(button)));
  const body = textOf(part("BODY")?.text);
  if (!known || !header || body === undefined || hasNames(body) || buttons.length > 3 || buttons.includes(null))
    return null;
  const samples = asList(asList(asRecord(part("BODY")?.example).body_text)[0]);
  return {
    ...header,
    body,
    variables: variablesIn(body).map((_number, index) => ({
      sample: (textOf(samples[index]) ?? "").slice(0, 200),
      source: "none",
    })),
    footer: textOf(part("FOOTER")?.text) ?? "",
    buttons: buttons.filter((button) => button !== null),
  };
}

/** Named variables, which WhatsApp supports too, are not stored here. */
function hasNames(text: string): boolean {
  return /\{\{\s*[^\d\s}]/.test(text);
}

function headerFrom(header: JsonRecord | undefined): Pick<ReviewedContent, "type" | "header" | "headerSample"> | null {
  if (!header) return { type: "none", header: "", headerSample: "" };
  const format = textOf(header.format)?.toUpperCase() ?? "TEXT";
  if (format === "IMAGE") return { type: "image", header: "", headerSample: "" };
  const text = textOf(header.text) ?? "";
  if (format !== "TEXT" || hasNames(text)) return null;
  const sample = textOf(asList(asRecord(header.example).header_text)[0]) ?? "";
  return { type: "text", header: text, headerSample: sample };
}

const types: Readonly<Record<string, ButtonType>> = { QUICK_REPLY: "shortcut", URL: "link", PHONE_NUMBER: "call" };

function buttonFrom(button: JsonRecord): Button | null {
  const kind = textOf(button.type)?.toUpperCase() ?? "";
  const type = Object.hasOwn(types, kind) ? types[kind] : undefined;
  const text = textOf(button.text);
  if (!type || text === undefined) return null;
  const url = textOf(button.url) ?? "";
  return {
    type,
    text,
    url,
    urlSample: sampleAddress(url, textOf(asList(button.example)[0]) ?? ""),
    phone: textOf(button.phone_number) ?? "",
  };
}

/** The example is the whole address, or only the part that differs. */
function sampleAddress(url: string, sample: string): string {
  if (!url.endsWith("{{1}}") || sample === "") return "";
  const fixed = url.slice(0, -"{{1}}".length);
  return sample.startsWith("http") ? sample : `${fixed}${sample}`;
}
