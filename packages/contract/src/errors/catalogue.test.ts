import { expect, test } from "vitest";
import { languages } from "../language.ts";
import { type ErrorName, errorCatalogue, isErrorName, messageOf } from "./catalogue.ts";

const entries = Object.entries(errorCatalogue);

test("every error has a text in every language, with the same placeholders", () => {
  for (const [name, { texts }] of entries) {
    expect(Object.keys(texts).sort(), name).toEqual([...languages].sort());
    for (const language of languages) {
      expect(texts[language].trim(), name).not.toBe("");
      expect(placesOf(texts[language]), name).toEqual(placesOf(texts["zh-tw"]));
    }
  }
});

test("Traditional and Simplified texts do not take each other's characters", () => {
  for (const [name, { texts }] of entries) {
    expect(texts["zh-tw"], name).not.toMatch(/[请输误码号机构邮户电话]/);
    expect(texts["zh-cn"].replace("永久刪除", ""), name).not.toMatch(/[請輸誤碼號機構郵戶電話]/);
  }
});

test("a code is used once in its domain, except for the two pairs that share a number", () => {
  const codes = entries.filter(([, { code }]) => code !== null).map(([, { domain, code }]) => `${domain} ${code}`);
  const repeated = codes.filter((code, index) => codes.indexOf(code) !== index);
  expect(repeated.sort()).toEqual(["import 100441", "landing 100421"]);
});

test("an error that fails a call has a failing status, and a text that only informs has not", () => {
  for (const [name, { code, status, level }] of entries) {
    if (code === null) expect(status, name).toBeNull();
    else if (level === "error") expect(status, name).toBeGreaterThanOrEqual(400);
    else expect([200, 409], name).toContain(status);
  }
});

test.each<[ErrorName, number | null, number | null, string]>([
  ["LOGIN_PASSWORD_EMPTY", 100001, 422, "login"],
  ["LEAD_INVALID_EMAIL", 100001, 422, "lead"],
  ["ACCOUNT_WRONG_CURRENT_PASSWORD", 100009, 422, "account"],
  ["UTM_REQUIRED_THEN_UPDATE_LINK", 100009, 422, "channel"],
  ["CHAT_REPLY_NO_TEMPLATE_SUPPORT", 200116, 422, "chat"],
  ["LANDING_URL_NAME_LOCKED", 100421, 409, "landing"],
  ["IMPORT_FILE_TOO_MANY_ROWS", 100441, 422, "import"],
  ["SYSTEM_ERROR", 0, 500, "common"],
  ["NETWORK_ERROR", null, null, "common"],
])("%s keeps its number, status and domain", (name, code, status, domain) => {
  expect(errorCatalogue[name]).toMatchObject({ code, status, domain });
});

test("the texts that the specification prescribes are exact", () => {
  expect(messageOf("NETWORK_ERROR", "en")).toBe("Network error, please try again!");
  expect(messageOf("USER_INFO_EMPTY", "en")).toBe("Verification failed, please Login again.");
});

test("placeholders are filled, and only with the given values", () => {
  expect(messageOf("FILE_TOO_LARGE", "zh-tw", { n: 5 })).toBe("檔案超過 5MB");
  expect(messageOf("ROLE_HAS_ACCOUNTS", "en", { n: 3 })).toBe("3 accounts hold this role and will lose it");
  expect(messageOf("FILE_TOO_LARGE", "en", {})).toContain("{n}");
});

test("names of errors are distinguished from other words", () => {
  expect(isErrorName("LEAD_BAD_PHONE")).toBe(true);
  expect(isErrorName("toString")).toBe(false);
});

function placesOf(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}
