import type { EmailFields, EmailSecurity } from "@homeroom/contract/email-settings";
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
  const { server, port, username, sender, senderName = saved?.stored.sender_name ?? "" } = form;
  const isSameServer = saved?.stored.server.toLowerCase() === server.toLowerCase() && saved.stored.port === port;
  const security = form.security ?? (isSameServer ? saved.stored.security : usualSecurity(form));
  if (serving && security === "none") refuseFaults([{ field: "security", name: "FIELD_INVALID" }]);
  const isSameUser = isSameServer && saved.stored.username === username;
  const password = username === "" ? "" : form.password || (isSameUser ? saved.password : "");
  if (username !== "" && password === "") refuseFaults([{ field: "password", name: "FIELD_INVALID" }]);
  return { server, port, security, username, password, sender, senderName };
}

const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** How a connection is encrypted where a form does not say: by its port, and not at all to a server on the same machine. */
function usualSecurity({ server, port }: EmailFields): EmailSecurity {
  if (port === 465) return "tls";
  return localHosts.has(server.toLowerCase()) ? "none" : "starttls";
}
