import { describe, expect, test } from "vitest";
import type { ImportField } from "./port.ts";
import { checkMapping, findHeading, fittingMapping, proposeMapping, signatureOf } from "./rules/mapping.ts";

const same = (text: string) => ({ "zh-tw": text, "zh-cn": text, en: text });
const fields: ImportField[] = [
  { field: "nickname", labels: { ...same("暱稱"), en: "Nickname" }, synonyms: ["姓名"], required: true },
  { field: "email", labels: { ...same("電郵"), en: "E-mail" }, synonyms: ["信箱"], required: true },
  { field: "phone", labels: { ...same("電話"), en: "Phone" }, synonyms: ["手機"] },
];

describe("what columns may be", () => {
  test("headings in any language, with remarks, stars and spaces around them", () => {
    expect(proposeMapping(["＊姓 名（必填）", "E MAIL", "Phone No.", "?"], fields)).toEqual({
      "＊姓 名（必填）": "nickname",
      "E MAIL": "email",
      "Phone No.": "phone",
    });
  });

  test("an exact heading takes precedence over one that contains the name, and each field is used once", () => {
    expect(proposeMapping(["公司電話", "電話", "手機"], fields)).toEqual({ 電話: "phone" });
  });

  test("the signature does not depend on the order of the columns", () => {
    expect(signatureOf(["a", "B "])).toBe(signatureOf(["b", "A"]));
    expect(signatureOf(["a", "b"])).not.toBe(signatureOf(["a", "c"]));
  });

  test("a remembered mapping applies only to existing columns", () => {
    expect(fittingMapping({ a: "phone", b: "email", c: "gone" }, ["a", "c"], fields)).toEqual({ a: "phone" });
  });
});

describe("a mapping that is used", () => {
  const at = { columns: ["a", "b", "c"], fields, language: "en" as const };

  test("drops columns that are left out", () => {
    expect(checkMapping({ a: "nickname", b: "email", c: "" }, at)).toEqual({ a: "nickname", b: "email" });
  });

  test.each([
    [{ a: "nickname" }, "IMPORT_COLUMN_MISSING", "mapping.email"],
    [{ a: "nickname", b: "email", c: "email" }, "IMPORT_COLUMN_TWICE", "mapping.c"],
    [{ a: "nickname", b: "email", x: "phone" }, "FIELD_INVALID", "mapping.x"],
    [{ a: "nickname", b: "email", c: "constructor" }, "FIELD_INVALID", "mapping.c"],
  ])("%o is refused with %s", (mapping, code, field) => {
    expect(() => checkMapping(mapping, at)).toThrow(
      expect.objectContaining({
        code,
        fields: expect.arrayContaining([expect.objectContaining({ field, name: code })]),
      }),
    );
  });
});

test("cells with many open brackets are searched quickly for a heading", () => {
  const cells = Array.from({ length: 100 }, (_, at) => `${"(".repeat(10_000)}${at}`);
  const rows = Array.from({ length: 30 }, () => cells);
  expect(findHeading(rows, fields)).toBe(0);
});
