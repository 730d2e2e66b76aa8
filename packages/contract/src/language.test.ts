import { expect, test } from "vitest";
import { languageFromHeader } from "./language.ts";

test.each([
  [undefined, "zh-tw"],
  ["", "zh-tw"],
  ["fr, de;q=0.9", "zh-tw"],
  ["en", "en"],
  ["zh-CN", "zh-cn"],
  ["zh", "zh-cn"],
  ["zh-Hant-HK", "zh-tw"],
  ["en-GB,en;q=0.9,zh-TW;q=0.8", "en"],
  // Weights take precedence over order.
  ["zh-TW;q=0.3, en;q=0.8", "en"],
  ["fr;q=1, en;q=0.2, zh-CN;q=0.7", "zh-cn"],
  ["zh-cn; q = 0.5 , en ;q=0.9", "en"],
  ["en;q=0.5, zh-CN;q=0.5", "en"],
  // Zero means "not this one", and so does an invalid weight.
  ["en;q=0, zh-CN;q=0.1", "zh-cn"],
  ["en;q=0", "zh-tw"],
  ["en;q=high, zh-CN;q=0.1", "zh-cn"],
  ["en;q=, zh-CN;q=0.1", "zh-cn"],
  ["en;q=7, zh-CN;q=0.1", "zh-cn"],
  ["*, en;q=0.1", "en"],
  ["english", "zh-tw"],
])("%s is answered in %s", (header, language) => {
  expect(languageFromHeader(header)).toBe(language);
});
