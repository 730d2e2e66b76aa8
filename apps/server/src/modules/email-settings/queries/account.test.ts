import type { EmailFields } from "@homeroom/contract/email-settings";
import { expect, test } from "vitest";
import { accountOf } from "./account.ts";

test.each([
  ["smtp.gmail.com", 465, "tls"],
  ["smtp.gmail.com", 587, "starttls"],
  ["127.0.0.1", 8091, "none"],
  ["localhost", 465, "tls"],
] as const)("without a word about it, %s at port %i is reached by %s", (server, port, security) => {
  const form: EmailFields = {
    provider: "other",
    server,
    port,
    username: "",
    password: "",
    sender: "a@b.test",
  };
  expect(accountOf(form, undefined, { serving: false })).toMatchObject({ security });
});
