import { pageWords } from "@homeroom/contract/page-design/words";
import type { PublishedContent } from "./landing-page.ts";

/** The text that a page's button prepares for the visitor, with the code that links it to the press. */
export function preparedText(
  { preset_text: preset, language }: Pick<PublishedContent, "preset_text" | "language">,
  code: string | null,
): string {
  const reference = code === null ? "" : `(${pageWords[language].reference} ${code})`;
  return [preset, reference].filter((line) => line !== "").join("\n");
}

/** The chat with a LINE account, `officialId` without the @, with a text to send; without a text its profile. */
export function lineChat(officialId: string, text: string): string {
  const account = `%40${encodeURIComponent(officialId)}`;
  return text === ""
    ? `https://line.me/R/ti/p/${account}`
    : `https://line.me/R/oaMessage/${account}/?${encodeURIComponent(text)}`;
}
