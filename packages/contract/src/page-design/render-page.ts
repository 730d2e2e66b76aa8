import { html, Markup } from "./markup.ts";
import type { PageContent, PageSurroundings } from "./page-content.ts";
import { groundStyles, pageStyles } from "./page-styles.ts";
import { renderSection } from "./render-section.ts";
import { filledSections } from "./sections.ts";
import { themes } from "./themes.ts";
import { pageWords } from "./words.ts";

/** The address of the pages' script; the number changes with the script, which browsers cache for a year. */
export const pageScriptPath = "/p/page-4.js";
/** Pages that were published earlier request its earlier addresses. */
export const pageScriptPaths: readonly string[] = ["/p/page-1.js", "/p/page-2.js", "/p/page-3.js", pageScriptPath];

/** The language tag of a page. */
export const languageTags = { "zh-tw": "zh-Hant", "zh-cn": "zh-Hans", en: "en" } as const;

/**
 * A whole page as HTML, which needs nothing else for its first paint. Everything that people typed is escaped, except the
 * tracking code, which goes unchanged at the end of a published page. Empty parts are drawn only in the editor.
 */
export function renderPage(content: PageContent, around: PageSurroundings): string {
  const { language } = content;
  const sections = around.editing ? content.sections : filledSections(content.sections);
  const title = content.title || content.name || pageWords[language].untitled;
  const titled = sections.findIndex((section) => "title" in section && section.title !== "");
  const body = sections.map((section, index) => renderSection(section, { content, around, isFirst: index === titled }));
  const isBare = sections.some((one) => one.type === "hero" && !(one.picture && around.pictures.has(one.picture)));
  const ground = isBare ? groundStyles(content.theme) : "";
  const styles = new Markup(`<style>${pageStyles(themes[content.theme], around)}${ground}</style>`);
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${headOf(content, around, title)}${styles}`;
  const script = around.script !== "" && html`<script src="${around.script}" defer></script>`;
  const tracking = around.trackingCode !== "" && new Markup(around.trackingCode);
  const page = html`<!doctype html><html lang="${languageTags[language]}"><head>${head}</head><body><main>${body}</main>${script}${tracking}</body></html>`;
  return page.text;
}

function headOf({ description }: PageContent, around: PageSurroundings, title: string): Markup {
  const { url, sharePicture, icon } = around;
  return html`<meta name="description" content="${description || title}"><meta property="og:title" content="${title}"><meta property="og:type" content="website">${description !== "" && html`<meta property="og:description" content="${description}">`}${url !== "" && html`<link rel="canonical" href="${url}"><meta property="og:url" content="${url}">`}${sharePicture && html`<meta property="og:image" content="${sharePicture.url}"><meta name="twitter:card" content="summary_large_image">`}${icon ? html`<link rel="icon" href="${icon.url}">` : html`<link rel="icon" href="data:,">`}`;
}
