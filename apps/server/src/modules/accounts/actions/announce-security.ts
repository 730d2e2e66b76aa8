import { type Language, languages } from "@homeroom/contract/language";
import type { Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { type SecurityChange, securityMail } from "../mails/security.ts";
import type { AccountRecord } from "../queries/own-account.ts";

/** Notifies a person, at their previous address, of a change to their sign-in. */
export async function announceSecurity(
  tx: Tx,
  { email, locale }: Pick<AccountRecord, "email" | "locale">,
  change: SecurityChange,
  detail = "",
): Promise<void> {
  const language = languages.find((one) => one === locale) ?? ("zh-tw" satisfies Language);
  await postMail(tx, securityMail({ email, language }, change, detail));
}
