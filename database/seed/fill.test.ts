import { expect, test } from "vitest";
import { createEmails } from "./fill.ts";
import { newChild } from "./names.ts";
import { createRandom } from "./random.ts";

test("no two leads get the same e-mail, even with the same name", () => {
  const random = createRandom(1);
  const child = newChild(random, "taiwan");
  const newEmail = createEmails(random);
  const emails = Array.from({ length: 2000 }, () => newEmail(child));
  expect(new Set(emails).size).toBe(emails.length);
});
