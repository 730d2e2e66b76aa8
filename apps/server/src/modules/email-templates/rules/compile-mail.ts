import type { EmailBlock, EmailContent } from "@homeroom/contract/email-templates";
import { webAddress } from "@homeroom/contract/web-address";
import { unsubscribeWords } from "./mail-words.ts";

/** A template as a mail with unfilled placeholders: `{{nickname|...}}`, `{{link.0}}` and `{{unsubscribe}}`. */
export interface CompiledMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The targets of `{{link.0}}` and so on. */
  readonly links: readonly string[];
}

/**
 * Renders a template as HTML for mail programs and as plain text. `pictures`: the addresses of its pictures by file;
 * a missing one is left out. All text that people typed is escaped.
 */
export async function compileMail(
  content: EmailContent,
  pictures: Readonly<Record<string, string>>,
): Promise<CompiledMail> {
  const links: string[] = [];
  const placeOf = (address: string) => {
    const known = links.indexOf(address);
    return `{{link.${known >= 0 ? known : links.push(address) - 1}}}`;
  };
  const parts = content.blocks.map((block) => ({
    html: markup(block, { placeOf, pictures }),
    text: plain(block, placeOf),
  }));
  const goodbye = content.category === "marketing" ? unsubscribeWords(content.language) : null;
  // Loaded with the first mail: most processes never write one.
  const { default: mjml } = await import("mjml");
  const { html } = await mjml(
    page(content, [...parts.map((part) => part.html), goodbye ? unsubscribeLine(goodbye) : ""]),
  );
  const lines = [...parts.map((part) => part.text), ...(goodbye ? [`${goodbye}: {{unsubscribe}}`] : [])];
  return { subject: content.subject, html, text: `${lines.filter(Boolean).join("\n\n")}\n`, links };
}

interface MailLinks {
  placeOf: (address: string) => string;
  pictures: Readonly<Record<string, string>>;
}

function markup(block: EmailBlock, { placeOf, pictures }: MailLinks): string {
  switch (block.type) {
    case "heading":
      return `<mj-text font-size="24px" font-weight="600" line-height="32px">${withLinks(block.text, placeOf)}</mj-text>`;
    case "text":
      return `<mj-text>${withLinks(block.text, placeOf)}</mj-text>`;
    case "image": {
      const source = pictures[block.fileID];
      if (!source) return "";
      const link = block.link ? ` href="${placeOf(block.link)}"` : "";
      return `<mj-image src="${escapeHtml(source)}" alt="${escapeHtml(block.alt)}"${link} />`;
    }
    case "button":
      return `<mj-button href="${placeOf(block.link)}">${escapeHtml(block.label)}</mj-button>`;
    case "divider":
      return "<mj-divider />";
    case "footer":
      return `<mj-text font-size="12px" line-height="20px" color="#6b7280" align="center">${withLinks(block.text, placeOf)}</mj-text>`;
  }
}

function plain(block: EmailBlock, placeOf: MailLinks["placeOf"]): string {
  switch (block.type) {
    case "heading":
    case "text":
    case "footer":
      return block.text.replace(webAddress, placeOf);
    case "image":
      return [block.alt, block.link && placeOf(block.link)].filter(Boolean).join("\n");
    case "button":
      return `${block.label}\n${placeOf(block.link)}`;
    case "divider":
      return "----";
  }
}

/** Text as HTML: escaped, with line breaks, and addresses as links. */
function withLinks(text: string, placeOf: MailLinks["placeOf"]): string {
  let from = 0;
  let html = "";
  for (const { 0: address, index } of text.matchAll(webAddress)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${placeOf(address)}">${escapeHtml(address)}</a>`;
    from = index + address.length;
  }
  return `${html}${escapeHtml(text.slice(from))}`.replace(/\r\n|\r|\n/g, "<br />");
}

function unsubscribeLine(label: string): string {
  return `<mj-text font-size="12px" line-height="20px" align="center"><a href="{{unsubscribe}}" style="color:#6b7280">${label}</a></mj-text>`;
}

const fonts = "system-ui, 'PingFang TC', 'Noto Sans TC', 'Microsoft JhengHei', Arial, sans-serif";

function page({ language, subject, preheader }: EmailContent, parts: readonly string[]): string {
  return `<mjml lang="${language}">
<mj-head>
<mj-title>${escapeHtml(subject)}</mj-title>
${preheader ? `<mj-preview>${escapeHtml(preheader)}</mj-preview>` : ""}
<mj-attributes>
<mj-all font-family="${fonts}" />
<mj-text font-size="16px" line-height="26px" color="#1f2937" padding="8px 24px" />
<mj-button font-size="16px" background-color="#1668c7" color="#ffffff" border-radius="8px" inner-padding="12px 24px" padding="12px 24px" />
<mj-image padding="8px 24px" border-radius="8px" />
<mj-divider border-width="1px" border-color="#e5e7eb" padding="12px 24px" />
</mj-attributes>
</mj-head>
<mj-body background-color="#f3f4f6" width="600px">
<mj-section background-color="#ffffff" padding="24px 0"><mj-column>
${parts.filter(Boolean).join("\n")}
</mj-column></mj-section>
</mj-body>
</mjml>`;
}

/** Text escaped for HTML. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
