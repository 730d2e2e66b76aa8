import type { Language, Texts } from "@homeroom/contract/language";

const unsubscribe: Texts = { "zh-tw": "取消訂閱", "zh-cn": "取消订阅", en: "Unsubscribe" };

/** The text of the unsubscribe link. */
export function unsubscribeWords(language: Language): string {
  return unsubscribe[language];
}

const testMark: Texts = { "zh-tw": "［測試］", "zh-cn": "［测试］", en: "[Test] " };

/** The subject of a test mail to oneself. */
export function testSubject(language: Language, subject: string): string {
  return `${testMark[language]}${subject}`;
}
