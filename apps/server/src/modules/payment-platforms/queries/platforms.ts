import type { RecordId } from "@homeroom/contract/ids";
import { type PaymentProvider, paymentProviders } from "@homeroom/contract/payment-platforms";
import type { PaymentPlatformTable } from "@homeroom/database/payment-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { PlatformValues } from "../port.ts";

export type StoredPlatform = Selectable<PaymentPlatformTable>;

/** The platforms that an organisation has set up. */
export function platformsOf(tx: Tx, scope: Scope): Promise<StoredPlatform[]> {
  return platformRows(tx, scope).execute();
}

/** A platform of an organisation; undefined if it is not set up. */
export function platformOf(tx: Tx, scope: Scope, provider: PaymentProvider): Promise<StoredPlatform | undefined> {
  return platformRows(tx, scope).where("provider", "=", provider).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockPlatform(tx: Tx, scope: Scope, provider: PaymentProvider): Promise<StoredPlatform | undefined> {
  return platformRows(tx, scope).where("provider", "=", provider).forUpdate().executeTakeFirst();
}

/** Every platform of an organisation, locked in one order: those that replace each other change together. */
export function lockPlatforms(tx: Tx, scope: Scope): Promise<StoredPlatform[]> {
  return platformRows(tx, scope).orderBy("platform_id").forUpdate().execute();
}

/** Switches a locked platform on or off. */
export async function writeStatus(tx: Tx, scope: Scope, platformId: RecordId, status: number): Promise<void> {
  await tx
    .updateTable("payment_platform")
    .set({ status, updated_at: new Date(), updated_by: scope.accountId })
    .where("organization_id", "=", scope.organizationId)
    .where("platform_id", "=", platformId)
    .execute();
}

function platformRows(tx: Tx, scope: Scope) {
  return tx.selectFrom("payment_platform").selectAll().where("organization_id", "=", scope.organizationId);
}

/** A platform offered to customers, without secrets. */
export interface OfferedPlatform {
  provider: PaymentProvider;
  fields: PlatformValues;
}

/** The platforms that an organisation offers, in the order in which customers see them. */
export async function offeredPlatforms(tx: Tx, scope: Scope): Promise<OfferedPlatform[]> {
  const stored = await platformsOf(tx, scope);
  return stored
    .filter(({ status }) => status === 1)
    .map(({ provider, fields }) => ({ provider, fields }))
    .toSorted((one, other) => paymentProviders.indexOf(one.provider) - paymentProviders.indexOf(other.provider));
}

/** A platform's settings, offered or not; undefined if it is not set up. */
export async function valuesOf(
  tx: Tx,
  scope: Scope,
  { provider, secrets }: { provider: PaymentProvider; secrets: SecretBox },
): Promise<PlatformValues | undefined> {
  const stored = await platformOf(tx, scope, provider);
  return stored && { ...stored.fields, ...secrets.open(stored.secrets) };
}
