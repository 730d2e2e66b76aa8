import { dateOfBirth } from "@homeroom/contract/day";
import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { z } from "zod";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { fieldPath, placedProblems, problemsOf } from "./issues.ts";

const t = ((key: string, data?: { number: string }) =>
  data ? `${key} ${data.number}` : key) as unknown as TFunction<"ui">;

const schema = z.object({
  nickname: z.string().min(1, "LEAD_NICKNAME_REQUIRED"),
  notes: z.string().max(5).optional(),
  email: z.email().optional(),
  birthday: z.union([z.literal(""), z.iso.date()]).optional(),
  tags: z.array(z.string()).max(1).optional(),
  contact1: z.object({ phone: z.string().min(1) }),
  appId: z.string().regex(/^\d+$/).optional(),
  urlName: z
    .string()
    .regex(/^[a-z]+$/, "LANDING_URL_NAME_INVALID")
    .optional(),
  code: z.string().min(3).optional(),
  people: z
    .array(z.string())
    .refine((people) => people.length > 0)
    .optional(),
  reason: z
    .string()
    .refine((reason) => reason.length > 3, "FIELD_INVALID")
    .optional(),
  discount: z
    .number()
    .refine((discount) => discount <= 100, { params: { text: "highNumber", n: 100 } })
    .optional(),
  birthdate: dateOfBirth.optional(),
});
const fine = { nickname: "陳", contact1: { phone: "1" } };

it.each([
  [{ ...fine, nickname: "" }, ["nickname"], "Please enter a name"],
  [{ ...fine, contact1: { phone: "" } }, ["contact1", "phone"], "form.required"],
  [{ ...fine, contact1: {} }, ["contact1", "phone"], "form.required"],
  [{ ...fine, notes: "123456" }, ["notes"], "form.tooLong 5"],
  [{ ...fine, tags: ["a", "b"] }, ["tags"], "form.tooMany 1"],
  [{ ...fine, email: "nobody" }, ["email"], "The e-mail address is not valid"],
  [{ ...fine, birthday: incompleteDate }, ["birthday"], "form.incompleteDate"],
  [{ ...fine, appId: "" }, ["appId"], "form.required"],
  [{ ...fine, appId: "x" }, ["appId"], "form.invalid"],
  [{ ...fine, urlName: "" }, ["urlName"], "form.required"],
  [{ ...fine, urlName: "x y" }, ["urlName"], "The URL name is not valid"],
  [{ ...fine, code: "" }, ["code"], "form.required"],
  [{ ...fine, code: "ab" }, ["code"], "form.tooShort 3"],
  [{ ...fine, people: [] }, ["people"], "form.required"],
  [{ ...fine, reason: "" }, ["reason"], "form.required"],
  [{ ...fine, reason: "ab" }, ["reason"], "form.invalid"],
  [{ ...fine, notes: 5 }, ["notes"], "form.invalid"],
  [{ ...fine, discount: 101 }, ["discount"], "It must not be more than 100"],
  [{ ...fine, birthdate: "2999-01-01" }, ["birthdate"], "This date is in the future"],
  [{ ...fine, birthdate: "1 May" }, ["birthdate"], "form.invalid"],
])("finds what is wrong in %j", (values, path, text) => {
  expect(problemsOf(schema, values, "en", t)).toEqual([{ path, text }]);
});

it("finds no problems in valid values", () => expect(problemsOf(schema, fine, "en", t)).toEqual([]));

it.each([
  ["nickname", ["nickname"]],
  ["contact1.phone", ["contact1", "phone"]],
  ["contacts[0].name", ["contacts", 0, "name"]],
  ["contacts.0.name", ["contacts", 0, "name"]],
])("reads the field name %s", (field, path) => expect(fieldPath(field)).toEqual(path));

it("places problems at the form's fields", () => {
  const names = [["nickname"], ["contact1", "name"], ["contact1", "phone"]];
  const problem = (...path: string[]) => ({ path, text: "wrong" });
  const { placed, homeless } = placedProblems(
    [problem("nickname"), problem("contact1", "phone"), problem("contact1"), problem("leadId"), problem()],
    names,
  );
  expect(placed.map(({ path }) => path)).toEqual([["nickname"], ["contact1", "phone"], ["contact1", "name"]]);
  expect(homeless).toEqual([problem("leadId"), problem()]);
});
