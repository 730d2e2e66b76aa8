import { emailSettings } from "@homeroom/contract/email-settings";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import { mailSenderOf } from "./email-rows.ts";
import type { Rows } from "./rows.ts";
import { of, type Samples } from "./sample.ts";

/** A mail server is a branch's. */
const walls = ["organization", "branch"] as const;

/** The saved values but for the password, which they are saved and sent with. */
function fieldsOf({ branchId, mailPort }: Rows) {
  const fixed = { provider: "other", server: "127.0.0.1", security: "none", username: mailAccount.username } as const;
  return { ...fixed, branchID: branchId, port: mailPort, sender: mailSenderOf(branchId), senderName: "Homeroom" };
}

export const emailSettingSamples: Samples["emailSettings"] = {
  list: of(emailSettings.list, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ branchId }) => mailSenderOf(branchId),
    walls,
  }),
  test: of(emailSettings.test, {
    requests: (rows) => [{ ...fieldsOf(rows), receiver: "parent@example.test" }],
    expect: "missing",
    walls,
  }),
  save: of(emailSettings.save, { requests: (rows) => [fieldsOf(rows)], expect: "missing", walls }),
  domain: of(emailSettings.domain, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    walls,
  }),
};
