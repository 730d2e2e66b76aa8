import { defaultLanguage, type Language, languages } from "@homeroom/contract/language";
import { organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The common fields of a mail to a person: their address and language, and the sender. */
export async function addressed(
  tx: Tx,
  scope: Scope,
  person: { email: string; locale: string; nickname: string },
): Promise<{ to: string; language: Language; organization: string; nickname: string }> {
  const organization = await organizationOf(tx, scope);
  const language = languages.find((one) => one === person.locale) ?? defaultLanguage;
  return { to: person.email, language, organization: organization?.name ?? "", nickname: person.nickname };
}
