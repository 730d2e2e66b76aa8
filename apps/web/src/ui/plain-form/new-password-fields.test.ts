import { expect, it } from "vitest";
import { strengthOf } from "./new-password-fields.tsx";

it.each([
  ["", null],
  ["Abc12", null],
  ["Abc-12345", null],
  ["abcdef", "weak"],
  ["12345678901234", "weak"],
  ["Abc123", "weak"],
  ["aaaa1111", "weak"],
  ["sunrise26", "fair"],
  ["Sunrise2026", "strong"],
  ["quietmorning42", "strong"],
])("%j is %s", (password, strength) => expect(strengthOf(password)).toBe(strength));
