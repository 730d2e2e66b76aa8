import { expect, test } from "vitest";
import { z } from "zod";
import { dateOfBirth } from "../day.ts";
import { checkFields, errorOfFields, fieldMessage } from "./field-errors.ts";

const Contact = z.object({ email: z.union([z.literal(""), z.email("LEAD_INVALID_EMAIL")]).default("") });

const Form = z
  .object({
    nickname: z.string().trim().min(1, "LEAD_NICKNAME_REQUIRED").max(4),
    note: z.string().max(3).regex(/^\w*$/),
    kind: z.enum(["a", "b"]).optional(),
    tag: z.array(z.uuid()).max(2).optional(),
    day: z.union([z.literal(""), z.iso.date()]).optional(),
    contacts: z.array(Contact).optional(),
    ratio: z.number().min(1).max(100).optional(),
    sender: z.email("FIELD_INVALID").optional(),
    birthday: dateOfBirth.optional(),
    from: z.string().optional(),
    until: z.string().optional(),
    reason: z.string().optional(),
  })
  .refine(({ from = "", until = from }) => from <= until, { path: ["until"], params: { text: "earlyEnd" } })
  .refine(({ until = "" }) => until.length < 4, { path: ["until"], params: { text: "manyDays", n: 366 } })
  .refine(({ reason }) => reason !== "", { path: ["reason"], message: "FIELD_INVALID" })
  .refine((form) => form.ratio !== 13, { path: ["ratio"], error: "LEAD_RULE_RATIO_INVALID" });

const good = { nickname: "a", note: "" };

function faultsOf(value: unknown) {
  const result = checkFields(Form, value, "en");
  return "errors" in result ? result.errors.map(({ field, name, message }) => [field, name, message]) : [];
}

test("a valid value is returned as the schema transforms it", () => {
  expect(checkFields(Form, { ...good, nickname: " a ", contacts: [{}] }, "en")).toEqual({
    value: { nickname: "a", note: "", contacts: [{ email: "" }] },
  });
});

test.each([
  [{ ...good, nickname: "" }, "nickname", "LEAD_NICKNAME_REQUIRED", "Please enter a name"],
  [{ note: "" }, "nickname", "LEAD_NICKNAME_REQUIRED", "Please enter a name"],
  [{ ...good, nickname: 5 }, "nickname", "FIELD_INVALID", "Please enter text"],
  [{ ...good, nickname: "abcde" }, "nickname", "FIELD_INVALID", "At most 4 characters"],
  [{ nickname: "a" }, "note", "FIELD_INVALID", "This field is required"],
  [{ ...good, kind: "c" }, "kind", "FIELD_INVALID", "Please choose one of the options"],
  [{ ...good, tag: ["x"] }, "tag.0", "FIELD_INVALID", "This is not in the right format"],
  [{ ...good, tag: "x" }, "tag", "FIELD_INVALID", "This is not in the right format"],
  [{ ...good, sender: "x" }, "sender", "FIELD_INVALID", "This is not an e-mail address"],
  [{ ...good, day: "2026-02-30" }, "day", "FIELD_INVALID", "This is not a date"],
  [{ ...good, birthday: "2999-01-01" }, "birthday", "FIELD_INVALID", "This date is in the future"],
  [
    { ...good, contacts: [{}, { email: "x" }] },
    "contacts.1.email",
    "LEAD_INVALID_EMAIL",
    "The e-mail address is not valid",
  ],
  [{ ...good, contacts: [{ email: 5 }] }, "contacts.0.email", "LEAD_INVALID_EMAIL", "The e-mail address is not valid"],
  [{ ...good, ratio: 0 }, "ratio", "FIELD_INVALID", "It must not be less than 1"],
  [{ ...good, from: "2", until: "1" }, "until", "FIELD_INVALID", "It must not be before the start"],
  [{ ...good, until: "9999" }, "until", "FIELD_INVALID", "At most 366 days"],
  [{ ...good, reason: "" }, "reason", "FIELD_INVALID", "This field is required"],
  [{ ...good, ratio: 13 }, "ratio", "LEAD_RULE_RATIO_INVALID", "Ratios must total 100 % and none may be 0"],
])("%j: %s is %s", (value, field, name, message) => {
  expect(faultsOf(value)).toEqual([[field, name, message]]);
});

test("a field is named once, and the answer has the first error that is a field's own", () => {
  const result = checkFields(Form, { note: "!!!!!", ratio: 500 }, "zh-tw");
  const errors = "errors" in result ? result.errors : [];
  expect(errors.map(({ field }) => field)).toEqual(["nickname", "note", "ratio"]);
  expect(errorOfFields(errors)).toBe("LEAD_NICKNAME_REQUIRED");
  expect(errorOfFields(errors.slice(1))).toBe("FIELD_INVALID");
});

test("a value that is not an object is wrong as a whole", () => {
  for (const value of [null, "a", 5, []]) expect(faultsOf(value)).toHaveLength(1);
});

test("the text beside a field does not mention marked fields", () => {
  expect(fieldMessage("FIELD_INVALID", "en")).toBe("This is not in the right format");
  expect(fieldMessage("LEAD_NICKNAME_REQUIRED", "en")).toBe("Please enter a name");
});
