import type { BranchId, RecordId, RoleId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { describe, expect, test } from "vitest";
import { dayOf, readStaffCells, type StaffPlaces } from "./rules/staff-cells.ts";

const [sales, tutor] = [v7() as RoleId, v7() as RoleId];
const [here, there] = [v7() as BranchId, v7() as BranchId];
const art = v7() as RecordId;
const places: StaffPlaces = {
  roles: [
    { id: sales, name: "業務", code: "sales" },
    { id: tutor, name: "導師", code: "tutor" },
  ],
  branches: [
    { branchId: here, name: "旺角分校" },
    { branchId: there, name: "沙田分校" },
  ],
  departments: [{ id: art, name: "美術部", code: "ART" }],
  defaults: { roleIds: [tutor], branchId: here, departmentId: null, areaCode: "+852" },
  language: "zh-tw",
  invite: false,
};

const read = (cells: Parameters<typeof readStaffCells>[0]) =>
  readStaffCells({ nickname: "陳美玲", email: "Mei@Test.HK ", ...cells }, places);
const formOf = (cells: Parameters<typeof readStaffCells>[0]) => {
  const found = read(cells);
  if (!("row" in found)) throw new Error(JSON.stringify(found.faults));
  return found.row.form;
};
const faultsOf = (cells: Parameters<typeof readStaffCells>[0]) => {
  const found = read(cells);
  return "faults" in found ? found.faults.map(({ field, name }) => [field, name]) : [];
};

describe("a row of staff", () => {
  test("omitted values are those chosen for the import", () => {
    expect(formOf({})).toMatchObject({
      email: "mei@test.hk",
      roleIds: [tutor],
      branchIDs: [here],
      areaCode: "",
      phone: "",
      invite: false,
    });
  });

  test("roles, branches and departments are found by names and codes, also several", () => {
    const form = formOf({ roles: "業務、TUTOR", branches: "沙田分校, 旺角分校", department: "art" });
    expect(form).toMatchObject({ roleIds: [sales, tutor], branchIDs: [there, here], deptID: art });
  });

  test.each([
    [{ phone: "9123 4567" }, "+852", "9123 4567"],
    [{ phone: "+886 912 345 678" }, "+886", "912345678"],
    [{ phone: "0085291234567" }, "+852", "91234567"],
    [{ phone: "９１２３４５６７", areaCode: "852" }, "+852", "91234567"],
    [{ phone: "0912.345.678", areaCode: "00886" }, "+886", "0912-345-678"],
  ])("a number in the writing %o", (cells, areaCode, phone) => {
    expect(formOf(cells)).toMatchObject({ areaCode, phone });
  });

  test("gender and education in any language", () => {
    expect(formOf({ gender: "女", education: "硕士" })).toMatchObject({ gender: 2, education: 4 });
    expect(formOf({ gender: "Male", education: "大學" })).toMatchObject({ gender: 1, education: 3 });
    expect(formOf({ gender: "2", education: "5" })).toMatchObject({ gender: 2, education: 5 });
  });

  test("every wrong cell is named once, by its column", () => {
    expect(
      faultsOf({
        nickname: "",
        email: "x",
        roles: "校長",
        gender: "?",
        birthdate: "1999-02-30",
        emergencyPhone: "abc",
      }),
    ).toEqual([
      ["roles", "IMPORT_CHOICE_UNKNOWN"],
      ["gender", "IMPORT_CHOICE_UNKNOWN"],
      ["birthdate", "FIELD_INVALID"],
      ["nickname", "STAFF_NICKNAME_REQUIRED"],
      ["email", "STAFF_INVALID_EMAIL"],
      ["emergencyPhone", "STAFF_BAD_EMERGENCY_PHONE"],
    ]);
  });

  test("an e-mail and a number can occur once in a file, ignoring case", () => {
    const found = read({ staffID: "T-01" });
    expect("keys" in found && found.keys).toEqual([
      { field: "email", key: "mei@test.hk" },
      { field: "staffID", key: "t-01" },
    ]);
  });
});

test.each([
  ["1995-08-21", "1995-08-21"],
  ["1995/8/1", "1995-08-01"],
  ["1995.8.1 00:00", "1995-08-01"],
  ["1995年8月1日", "1995-08-01"],
  ["19950801", "1995-08-01"],
  ["民國84/8/1", "1995-08-01"],
  ["", ""],
  ["84/8/1", null],
  ["1995-13-01", null],
  ["2001-02-29", null],
  ["yesterday", null],
])("the day %s is %s", (text, day) => {
  expect(dayOf(text)).toBe(day);
});
