import { expect, it } from "vitest";
import { checkLead } from "./lead-row.ts";
import { isRepeat, nicknameOf } from "./lead-rules.ts";

const contact = { name: "", email: "", areaCode: "", phone: "" };
const form = { areaCode: "", phone: "", contact1: contact, contact2: contact, appopenflag: 0 };
const phone = { areaCode: "+852", phone: "9123 4567" };

it("names every wrong number by its field", () => {
  const bad = { ...contact, areaCode: "+852", phone: "12" };
  const { faults } = checkLead({ ...form, phone: "91234567", contact1: bad, contact2: { ...bad, areaCode: "+999" } });
  expect(faults).toEqual([
    { field: "areaCode", name: "LEAD_BAD_AREA_CODE" },
    { field: "contact1.phone", name: "LEAD_BAD_PHONE" },
    { field: "contact2.areaCode", name: "LEAD_BAD_AREA_CODE" },
  ]);
});

it("keeps digits and compares E.164", () => {
  expect(checkLead({ ...form, ...phone, contact1: { ...contact, ...phone } })).toEqual({
    phone: "85291234567",
    phoneDigits: "91234567",
    contact1Phone: "85291234567",
    contact2Phone: null,
    contact1: { ...contact, areaCode: "+852", phone: "91234567" },
    contact2: contact,
    faults: [],
  });
});

it("lets the app be opened only with contact 1's phone or e-mail", () => {
  const names = (contact1: typeof contact) =>
    checkLead({ ...form, ...phone, appopenflag: 1, contact1 }).faults.map(({ name }) => name);
  expect(names(contact)).toEqual(["LEAD_NO_LOGIN_CONTACT"]);
  expect(names({ ...contact, email: "a@b.hk" })).toEqual([]);
  expect(names({ ...contact, ...phone })).toEqual([]);
  expect(names({ ...contact, ...phone, phone: "91" })).toEqual(["LEAD_BAD_PHONE"]);
});

it("counts a lead as a repeat from 14 days without conversation", () => {
  const at = new Date("2026-11-20T12:00:00Z");
  const before = (ms: number) => new Date(at.getTime() - ms);
  const days = 86_400_000;
  expect(isRepeat(before(14 * days), at, 14)).toBe(true);
  expect(isRepeat(before(14 * days - 1), at, 14)).toBe(false);
  expect(isRepeat(before(-1), at, 14)).toBe(false);
  expect(isRepeat(null, at, 14)).toBe(false);
});

it.each([
  ["  陳太  ", "91234567", "陳太"],
  ["   ", "91234567", "91234567"],
  ["", "", "?"],
  [`a${"😀".repeat(60)}`, "", `a${"😀".repeat(31)}`],
])("calls %j with the number %j", (given, number, name) => expect(nicknameOf(given, number)).toBe(name));
