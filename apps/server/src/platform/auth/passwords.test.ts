import { expect, test } from "vitest";
import { hashPassword, verifyNobody, verifyPassword } from "./passwords.ts";

// The reference implementation's test vector: "password" with the salt "somesalt", 64 MiB, two passes.
const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

test("a hash of the reference implementation is understood", async () => {
  expect(await verifyPassword("password", reference)).toBe(true);
  expect(await verifyPassword("Password", reference)).toBe(false);
});

test("a password fits its own hash alone, and no two hashes are the same", async () => {
  const [one, two] = [await hashPassword("Homeroom2026"), await hashPassword("Homeroom2026")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword("Homeroom2026", one)).toBe(true);
  expect(await verifyPassword("homeroom2026", one)).toBe(false);
  expect(await verifyPassword("", one)).toBe(false);
});

test.each([
  "",
  "plain text",
  "$2b$10$abcdefghijklmnopqrstuv",
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ",
  reference.replace("argon2id", "argon2i"),
])("what is no such hash fits no password: %s", async (hash) => {
  expect(await verifyPassword("password", hash)).toBe(false);
});

test("a missing password never matches", async () => {
  expect(await verifyNobody("Homeroom2026")).toBe(false);
});
