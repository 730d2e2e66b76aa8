import { emailSettings } from "@homeroom/contract/email-settings";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import { mailSenderOf } from "./email-rows.ts";
import type { Rows } from "./rows.ts";
import { named, rowless, type Samples } from "./sample.ts";

/** A mail server is a branch's. */
const walls = ["organization", "branch"] as const;

/** The saved values except the password, which the calls add. */
function fieldsOf({ branchId, mailPort }: Rows) {
  const fixed = { provider: "other", server: "127.0.0.1", security: "none", username: mailAccount.username } as const;
  return { ...fixed, branchID: branchId, port: mailPort, sender: mailSenderOf(branchId), senderName: "Homeroom" };
}

export const emailSettingSamples: Samples["emailSettings"] = {
  list: rowless(emailSettings.list, {}, { shows: ({ branchId }) => mailSenderOf(branchId), walls }),
  test: named(emailSettings.test, (rows) => ({ ...fieldsOf(rows), receiver: "parent@example.test" }), { walls }),
  save: named(emailSettings.save, (rows) => fieldsOf(rows), { walls }),
  domain: named(emailSettings.domain, ({ branchId }) => ({ branchID: branchId }), { walls }),
};
