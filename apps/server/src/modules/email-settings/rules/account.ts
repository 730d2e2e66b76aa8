import type { EmailFields } from "@homeroom/contract/email-settings";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { StoredSetting } from "../queries/settings.ts";

interface Saved {
  readonly stored: StoredSetting;
  readonly password: string;
}

/**
 * The account that a form means. A password that is left empty is the saved one, for the same user at the same server
 * only: anywhere else it would be told to a stranger. Throws FIELD_INVALID.
 */
export function accountOf(form: EmailFields, saved: Saved | undefined, { serving }: { serving: boolean }): SmtpAccount {
  const { server, port, security, username, sender, senderName } = form;
  if (serving && security === "none") refuseFaults([{ field: "security", name: "FIELD_INVALID" }]);
  const isSameUser =
    saved !== undefined &&
    saved.stored.server.toLowerCase() === server.toLowerCase() &&
    saved.stored.port === port &&
    saved.stored.username === username;
  const password = username === "" ? "" : form.password || (isSameUser ? saved.password : "");
  if (username !== "" && password === "") refuseFaults([{ field: "password", name: "FIELD_INVALID" }]);
  return { server, port, security, username, password, sender, senderName };
}
