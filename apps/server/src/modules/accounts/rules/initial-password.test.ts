import { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { readSettings } from "#platform/config/settings";
import { createSecretBox } from "#platform/secrets/secret-box";
import { firstPasswordOf, fixedPasswordOf, mailsLeave, randomPassword } from "./initial-password.ts";

const [one, other] = ["0199d000-0001-7000-8000-000000000001", "0199d000-0001-7000-8000-000000000002"].map((id) =>
  OrganizationId.parse(id),
) as [OrganizationId, OrganizationId];
const server = (key: number, environment: Record<string, string> = {}) => ({
  settings: readSettings(environment, false),
  secrets: createSecretBox(Buffer.alloc(32, key)),
});

test("it is always the same in an organisation, and another one elsewhere", () => {
  const password = fixedPasswordOf(server(1), one);
  expect(password).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(fixedPasswordOf(server(1), one)).toBe(password);
  expect(fixedPasswordOf(server(1), other)).not.toBe(password);
  expect(fixedPasswordOf(server(2), one)).not.toBe(password);
});

test("the server's setting takes precedence", () => {
  expect(fixedPasswordOf(server(1, { STAFF_INITIAL_PASSWORD: "Welcome2026" }), one)).toBe("Welcome2026");
});

test("a random one has 12 letters and digits, and never repeats", () => {
  const made = Array.from({ length: 200 }, randomPassword);
  for (const password of made) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/);
  expect(new Set(made).size).toBe(200);
});

test("the first random one of an account is the same when a create is repeated, and nobody else's", () => {
  const [mine, theirs] = [AccountId.parse(one), AccountId.parse(other)];
  const password = firstPasswordOf(server(1), mine);
  expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/);
  expect(firstPasswordOf(server(1), mine)).toBe(password);
  expect(firstPasswordOf(server(1), theirs)).not.toBe(password);
  expect(firstPasswordOf(server(2), mine)).not.toBe(password);
});

test("without a mail server no mail leaves production", () => {
  const { settings } = server(1);
  expect(mailsLeave({ settings })).toBe(true);
  expect(mailsLeave({ settings: { ...settings, serving: true } })).toBe(false);
  expect(mailsLeave({ settings: { ...settings, serving: true, SMTP_URL: "smtp://mail.test" } })).toBe(true);
});
