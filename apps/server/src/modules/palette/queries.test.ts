import { expect, it } from "vitest";
import { digitsOf, fieldWith } from "./queries.ts";

it.each([
  ["0912 345-678", "0912345678"],
  ["+886 (2) 2345", "88622345"],
  ["１２３４", "1234"],
  ["陳 12", ""],
])("%s has the digits %j", (text, digits) => expect(digitsOf(text)).toBe(digits));

const fields = { name: ["陳大文", "David"], phone: ["0912 345 678"], email: ["david@school.test", null] };

it.each([
  ["大文", "name"],
  ["DAVID", "name"],
  ["345-678", "phone"],
  ["0912345", "phone"],
  ["school.test", "email"],
  ["nothing", "name"],
])("%s is in the %s", (keywords, field) => expect(fieldWith(keywords, fields)).toBe(field));
