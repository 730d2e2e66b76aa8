import { describe, expect, it, test } from "vitest";
import { readDay } from "./read-days.ts";
import { type LeadPlace, readLeadCells } from "./read-lead-cells.ts";
import { hasLostDigits, numbersIn, readNumber } from "./read-numbers.ts";

const habits = { dayFirst: true, republic: false };

describe("a day", () => {
  test.each([
    ["2025-03-01", "2025-03-01"],
    ["2025/3/1", "2025-03-01"],
    ["2025.3.1 14:30", "2025-03-01"],
    ["２０２５年３月１日", "2025-03-01"],
    ["民國114年3月1日", "2025-03-01"],
    ["114/3/1", "2025-03-01"],
    ["20250301", "2025-03-01"],
    ["31/12/2025", "2025-12-31"],
    ["12/31/2025", "2025-12-31"],
    ["1 Mar 2025", "2025-03-01"],
    ["1st March, 2025", "2025-03-01"],
    ["March 1, 2025", "2025-03-01"],
  ])("%s is %s without a doubt", (text, day) => {
    expect(readDay(text, habits)).toEqual({ day, guessed: false });
  });

  test.each([
    ["3/1/2025", habits, "2025-01-03"],
    ["3/1/2025", { dayFirst: false, republic: false }, "2025-03-01"],
    ["98/5/3", { dayFirst: false, republic: true }, "2009-05-03"],
    ["45717", habits, "2025-03-01"],
  ])("%s is a guess, and said to be one", (text, at, day) => {
    expect(readDay(text, at)).toEqual({ day, guessed: true });
  });

  test.each(["11/03/26", "26/11/03", "31/12/25"])("%s is none, even where years of the Republic are usual", (text) => {
    expect(readDay(text, { dayFirst: false, republic: true })).toBeNull();
    expect(readDay(`民國${text}`, habits)).not.toBeNull();
  });

  test.each(["2025-02-30", "13/13/2025", "98/5/3", "昨天", "12345678901", "0000-00-00"])("%s is none", (text) => {
    expect(readDay(text, habits)).toBeNull();
  });
});

describe("a number", () => {
  test.each([
    ["912345678", "+886", "+886", "886912345678"],
    ["0912-345-678", "+886", "+886", "886912345678"],
    ["886912345678", "+886", "+886", "886912345678"],
    ["+852 9123 4567", "+886", "+852", "85291234567"],
    ["00852 91234567", "+886", "+852", "85291234567"],
    ["85291234567", "+852", "+852", "85291234567"],
    ["6612 3456", "+853", "+853", "85366123456"],
    ["138-0013-8000", "+86", "+86", "8613800138000"],
    ["9123 4567", "+65", "+65", "6591234567"],
    ["012-345 6789", "+60", "+60", "60123456789"],
    ["(415) 555-2671", "+1", "+1", "14155552671"],
  ])("%s at %s is %s %s", (text, usual, areaCode, e164) => {
    expect(readNumber(text, "", { usual })).toMatchObject({ areaCode, e164 });
  });

  test.each([
    ["13800138000", "+852", "8613800138000"],
    ["0912345678", "+852", "886912345678"],
    ["85291234567", "+886", "85291234567"],
  ])("%s at %s is understood by its own digits", (text, usual, e164) => {
    expect(readNumber(text, "", { usual })).toMatchObject({ e164, guessed: true });
  });

  test.each([
    ["61234567", ["+852"], "85261234567"],
    ["61234567", ["+852", "+853"], "85261234567"],
    ["51234567", ["+886", "+852"], "85251234567"],
  ])("%s at a branch in Taiwan is a number of another branch's region, %j", (text, others, e164) => {
    expect(readNumber(text, "", { usual: "+886", others })).toMatchObject({ e164, guessed: true });
  });

  it("is invalid if none or several of the organisation's regions match", () => {
    expect(readNumber("91234567", "", { usual: "+886" })).toMatchObject({ e164: null });
    expect(readNumber("91234567", "", { usual: "+886", others: ["+852", "+65"] })).toMatchObject({ e164: null });
  });

  it("uses its own area code, and is invalid if it does not fit", () => {
    expect(readNumber("91234567", "852", { usual: "+886" })).toMatchObject({ areaCode: "+852", e164: "85291234567" });
    expect(readNumber("0912345678", "+852", { usual: "+852" })).toMatchObject({ areaCode: "+852", e164: null });
  });

  test.each([
    [
      "91234567 / 媽媽 61234567",
      [
        ["91234567", ""],
        ["61234567", "媽媽"],
      ],
    ],
    [
      "爸:0912-345-678、媽:0922-111-222",
      [
        ["0912-345-678", "爸"],
        ["0922-111-222", "媽"],
      ],
    ],
    [
      "0912345678(媽媽) 0922111222(爸爸)",
      [
        ["0912345678", "媽媽"],
        ["0922111222", "爸爸"],
      ],
    ],
    [
      "0912345678 0922111222",
      [
        ["0912345678", ""],
        ["0922111222", ""],
      ],
    ],
    ["+852 9123 4567", [["+852 9123 4567", ""]]],
    ["912345678.0", [["912345678", ""]]],
    ["8.86912345678E+11", [["886912345678", ""]]],
    ["２３４５６７８９ ext 12", [["23456789", ""]]],
    ["無", []],
  ])("%s holds %j", (cell, numbers) => {
    expect(numbersIn(cell).map(({ text, name }) => [text, name])).toEqual(numbers);
  });

  it("has lost its digits in scientific notation", () => {
    expect(hasLostDigits("8.86912E+11")).toBe(true);
    expect(hasLostDigits("8.86912345678E+11")).toBe(false);
    expect(hasLostDigits("91234567")).toBe(false);
  });

  it("handles hostile cells quickly", () => {
    expect(numbersIn(`${"1 (".repeat(3000)}x`).length).toBeLessThan(3001);
    expect(readDay("1".repeat(10_000), habits)).toBeNull();
  });
});

describe("a row", () => {
  const place: LeadPlace = { language: "zh-tw", areaCode: "+886", days: { dayFirst: false, republic: true } };
  const read = (cells: Parameters<typeof readLeadCells>[0]) => {
    const found = readLeadCells(cells, place);
    if (!("row" in found)) throw new Error(JSON.stringify(found));
    return found;
  };

  test.each([
    ["男", 1],
    ["女生", 2],
    ["F", 2],
    ["Male", 1],
    ["保密", 0],
    ["2", 2],
    ["", 0],
  ])("gender %s is %i", (gender, wanted) => {
    expect(read({ nickname: "王", gender }).row.form.gender).toBe(wanted);
  });

  it("leaves unknown values empty and reports them", () => {
    const { row } = read({ nickname: "王", gender: "貓", country: "火星", acceptmessage: "也許" });
    expect(row.form).toMatchObject({ gender: 0, country: "", acceptmessage: 0 });
    expect(row.remarks.map(({ field }) => field)).toEqual(["gender", "country", "acceptmessage"]);
  });

  it("knows countries by name", () => {
    expect(read({ nickname: "王", country: "臺灣" }).row.form.country).toBe("TW");
    expect(read({ nickname: "王", country: "Hong Kong" }).row.form.country).toBe("HK");
    expect(read({ nickname: "王", country: "sg" }).row.form.country).toBe("SG");
  });

  it("uses whichever name exists", () => {
    expect(read({ lastName: "王", firstName: "小明" }).row.form.nickname).toBe("王小明");
    expect(read({ lastName: "Wang", firstName: "Ming" }).row.form.nickname).toBe("Ming Wang");
    expect(read({ nickname: "", fullname: "王大明" }).row.form.nickname).toBe("王大明");
  });

  it("keeps three numbers of one cell, and puts the rest into the notes", () => {
    const { row } = read({ nickname: "王", phone: "0912345678 / 媽 0922111222 / 爸 0933111222 / 公司 0944111222" });
    expect(row.form.contact1).toMatchObject({ name: "媽", phone: "922111222" });
    expect(row.form.contact2).toMatchObject({ name: "爸", phone: "933111222" });
    expect(row.form.notes).toBe("公司 0944111222");
    expect(row.checked).toMatchObject({ phone: "886912345678", contact1Phone: "886922111222" });
  });

  it("tries only the first further numbers of a cell for contacts", () => {
    const wrong = Array.from({ length: 10 }, () => "12345");
    const { row } = read({ nickname: "王", phone: ["0912345678", ...wrong, "0922111222"].join(" / ") });
    expect(row.form.contact1?.phone ?? "").toBe("");
    expect(row.form.notes).toContain("0922111222");
  });

  it("puts a second e-mail at contact 1", () => {
    const { row } = read({ nickname: "王", email: "A@x.test; b@x.test" });
    expect(row.form).toMatchObject({ email: "a@x.test", contact1: { email: "b@x.test" } });
  });

  it("reports every fault at its column", () => {
    const found = readLeadCells(
      { nickname: "x".repeat(65), phone: "12", contact1Phone: "abc", email: "@", appopenflag: "是", birthday: "?" },
      place,
    );
    expect("faults" in found && found.faults.map(({ field, name }) => [field, name])).toEqual(
      expect.arrayContaining([
        ["nickname", "FIELD_INVALID"],
        ["phone", "LEAD_BAD_PHONE"],
        ["contact1Phone", "LEAD_BAD_PHONE"],
        ["birthday", "FIELD_INVALID"],
      ]),
    );
    const words = readLeadCells({ nickname: "王", phone: "abc", email: "not-an-email" }, place);
    expect("faults" in words && words.faults.map(({ field }) => field).sort()).toEqual(["email", "phone"]);
    const login = readLeadCells({ nickname: "王", appopenflag: "是" }, place);
    expect("faults" in login && login.faults).toMatchObject([
      { field: "contact1Phone", name: "LEAD_NO_LOGIN_CONTACT" },
    ]);
  });
});
