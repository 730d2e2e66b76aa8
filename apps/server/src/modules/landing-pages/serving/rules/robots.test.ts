import { expect, test } from "vitest";
import { isRobot } from "./robots.ts";

const phone = (model: string) =>
  `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36`;

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "", true],
  ["facebookexternalhit/1.1", "", true],
  ["Twitterbot", "", true],
  ["WhatsApp/2.23.20", "", true],
  [phone("Pixel 8"), "prefetch", true],
  [phone("Pixel 8"), "", false],
  [phone("CUBOT P60"), "", false],
  [phone("Cubot"), "", false],
  [`${phone("SM-S911B")} Line/14.1.0`, "", false],
] as const)("%s with the purpose “%s” is a robot: %s", (userAgent, purpose, expected) => {
  expect(isRobot(userAgent, purpose)).toBe(expected);
});
