import type { Language } from "@homeroom/contract/language";

/** The content of a mail. All of it is plain text. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A code to be typed in, shown large. */
  readonly code?: string;
  /** The sender's name; the product's by default. */
  readonly sender?: string;
  /** Rows of figures. */
  readonly rows?: readonly MailRow[];
  readonly button?: { readonly label: string; readonly address: string };
  /** The address for unsubscribing. */
  readonly unsubscribe?: { readonly label: string; readonly address: string };
}

/** A figure with its name and a remark. A row with only a name is a heading. */
export interface MailRow {
  readonly name: string;
  readonly value?: string;
  readonly detail?: string;
}

const productName = "Homeroom";

/** The mail as plain text. */
export function mailText(content: MailContent): string {
  const { paragraphs, code, rows = [], button, unsubscribe, sender = productName } = content;
  const parts = [...paragraphs.slice(0, 1), ...(code ? [code] : []), ...paragraphs.slice(1)];
  if (rows.length > 0) parts.push(rows.map(rowText).join("\n"));
  for (const link of [button, unsubscribe]) if (link) parts.push(`${link.label}\n${link.address}`);
  return `${parts.join("\n\n")}\n\n${sender}\n`;
}

function rowText({ name, value, detail }: MailRow): string {
  if (value === undefined) return `\n${name}`;
  return `${name}  ${value}${detail ? `  (${detail})` : ""}`;
}

/** The same as a page: one column, no pictures, readable in light and dark. */
export function mailHtml(content: MailContent): string {
  const { language, subject, paragraphs, code, rows = [], button, unsubscribe, sender = productName } = content;
  const [first = "", ...others] = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`);
  const shownCode = code
    ? `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:6px">${escapeHtml(code)}</p>`
    : "";
  const shownButton = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.address)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#1668c7;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : "";
  const shownRows = rows.length > 0 ? `<table style="${tableStyle}">${rows.map(rowHtml).join("")}</table>` : "";
  const shownUnsubscribe = unsubscribe
    ? `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(unsubscribe.address)}" style="color:inherit">${escapeHtml(unsubscribe.label)}</a></p>`
    : "";
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/24px system-ui,'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(sender)}</p>
${first}${shownCode}${others.join("")}${shownRows}${shownButton}${shownUnsubscribe}
</div></body></html>`;
}

const tableStyle = "width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums";
const cellStyle = "padding:6px 0;border-bottom:1px solid #8883";

function rowHtml({ name, value, detail = "" }: MailRow): string {
  if (value === undefined)
    return `<tr><th colspan="3" style="padding:20px 0 6px;text-align:left">${escapeHtml(name)}</th></tr>`;
  return `<tr><td style="${cellStyle}">${escapeHtml(name)}</td><td style="${cellStyle};padding-left:12px;text-align:right;font-weight:600">${escapeHtml(value)}</td><td style="${cellStyle};padding-left:12px;text-align:right;font-size:13px">${escapeHtml(detail)}</td></tr>`;
}

/** Escapes a text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
