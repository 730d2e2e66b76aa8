import type { Language } from "@homeroom/contract/language";

/** What a mail says. Everything in it is plain text. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A code to be typed in, shown large. */
  readonly code?: string;
  /** In whose name it is written; the product's otherwise. */
  readonly sender?: string;
  readonly button?: { readonly label: string; readonly address: string };
}

const productName = "Homeroom";

/** The mail as plain text. */
export function mailText({ paragraphs, code, button, sender = productName }: MailContent): string {
  const parts = [...paragraphs.slice(0, 1), ...(code ? [code] : []), ...paragraphs.slice(1)];
  if (button) parts.push(`${button.label}\n${button.address}`);
  return `${parts.join("\n\n")}\n\n${sender}\n`;
}

/** The same as a page: one column, no pictures, readable in light and dark. */
export function mailHtml({ language, subject, paragraphs, code, button, sender = productName }: MailContent): string {
  const [first = "", ...others] = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`);
  const shownCode = code
    ? `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:6px">${escapeHtml(code)}</p>`
    : "";
  const shownButton = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.address)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#1668c7;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : "";
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/24px system-ui,'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(sender)}</p>
${first}${shownCode}${others.join("")}${shownButton}
</div></body></html>`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
