import { OrganizationId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { readSettings } from "#platform/config/settings";
import { createSecretBox } from "#platform/secrets/secret-box";
import { initialPasswordOf } from "./initial-password.ts";

const [one, other] = ["0199d000-0001-7000-8000-000000000001", "0199d000-0001-7000-8000-000000000002"].map((id) =>
  OrganizationId.parse(id),
) as [OrganizationId, OrganizationId];
const server = (key: number, environment: Record<string, string> = {}) => ({
  settings: readSettings(environment, false),
  secrets: createSecretBox(Buffer.alloc(32, key)),
});

test("it is always the same in an organisation, and another one elsewhere", () => {
  const password = initialPasswordOf(server(1), one);
  expect(password).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(initialPasswordOf(server(1), one)).toBe(password);
  expect(initialPasswordOf(server(1), other)).not.toBe(password);
  expect(initialPasswordOf(server(2), one)).not.toBe(password);
});

test("the server's setting goes before it", () => {
  expect(initialPasswordOf(server(1, { STAFF_INITIAL_PASSWORD: "Welcome2026" }), one)).toBe("Welcome2026");
});
