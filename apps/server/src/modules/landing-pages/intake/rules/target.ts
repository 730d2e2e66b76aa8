import { pageWords } from "@homeroom/contract/page-design/words";
import { checkPhone } from "#platform/phones/phones";
import type { PublishedContent } from "../../rules/landing-page.ts";

/**
 * Where a press of a page's button leads; null if nowhere. The message prepared for the visitor contains `code`, which
 * links it to the press.
 */
export function targetOf(content: PublishedContent, code: string | null): string | null {
  const { button_action: action, button_url: url, line_id: lineId, preset_text: preset, language } = content;
  const reference = code === null ? "" : `(${pageWords[language].reference} ${code})`;
  const text = encodeURIComponent([preset, reference].filter((line) => line !== "").join("\n"));
  if (action === "url") return url || null;
  if (action === "line")
    return lineId === "" ? null : `https://line.me/R/oaMessage/%40${encodeURIComponent(lineId)}/?${text}`;
  if (action === "form") return null;
  const phone = checkPhone(content.area_code, content.phone);
  return "e164" in phone && phone.e164 !== null ? `https://wa.me/${phone.e164}?text=${text}` : null;
}
