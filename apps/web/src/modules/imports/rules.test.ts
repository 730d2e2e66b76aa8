import { describe, expect, test } from "vitest";
import {
  columnsOf,
  duplicatesOf,
  leadDuplicates,
  missingFields,
  percentOf,
  placeOf,
  withColumn,
  withRestInNotes,
} from "./rules.ts";

const id = "0190a000-0000-7000-8000-000000000001";

test("the address names the wizard's step", () => {
  expect(placeOf(null)).toBeNull();
  expect(placeOf("new")).toEqual({ step: "upload" });
  expect(placeOf(`file-${id}`)).toEqual({ step: "mapping", fileID: id });
  expect(placeOf(`task-${id}`)).toEqual({ step: "task", taskID: id });
  expect(placeOf("task-x")).toEqual({ step: "upload" });
});

describe("matching columns", () => {
  test("a field belongs to one column", () => {
    expect(withColumn({ a: "email", b: "phone" }, { column: "b", field: "email" })).toEqual({ b: "email" });
    expect(withColumn({ a: "email" }, { column: "a", field: undefined })).toEqual({});
  });

  test("except for one that several columns may fill, and the notes take the rest", () => {
    expect(withColumn({ a: "notes" }, { column: "b", field: "notes", many: true })).toEqual({ a: "notes", b: "notes" });
    expect(withRestInNotes({ a: "email", b: "" }, ["a", "b", "c"])).toEqual({ a: "email", b: "notes", c: "notes" });
  });

  test("missing required fields are listed", () => {
    const fields = [
      { field: "email", label: "電郵", required: true, instead: ["name"], many: false },
      { field: "phone", label: "電話", required: false, instead: [], many: false },
    ];
    expect(missingFields(fields, { a: "phone" })).toEqual([fields[0]]);
    expect(missingFields(fields, { a: "email" })).toEqual([]);
    expect(missingFields(fields, { a: "name" })).toEqual([]);
  });
});

test("a preview shows the name first, then the errors", () => {
  const mapping = { 生日: "birthday", 電話: "phone", 興趣: "notes", 備註: "notes", 姓名: "nickname" };
  const errors = [{ field: "birthday", column: "生日", name: "FIELD_INVALID", message: "" }];
  expect(columnsOf(mapping, [{ errors }]).map(([field]) => field)).toEqual(["nickname", "birthday", "phone", "notes"]);
});

test("percent and duplicates", () => {
  expect(percentOf({ processed: 1, total: 3 })).toBe(33);
  expect(percentOf({ processed: 0, total: 0 })).toBe(0);
  expect(duplicatesOf({ skipDuplicates: true, updateExisting: true })).toBe("skip");
  expect(duplicatesOf({ updateExisting: true })).toBe("update");
  expect(duplicatesOf({})).toBe("refuse");
  expect(leadDuplicates("fill")).toEqual({ skipDuplicates: false, updateExisting: true, overwrite: false });
  expect(leadDuplicates("refuse")).toEqual({ skipDuplicates: false, updateExisting: false, overwrite: false });
});
