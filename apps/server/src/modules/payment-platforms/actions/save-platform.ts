import { RecordId } from "@homeroom/contract/ids";
import {
  type PaymentProvider,
  type PlatformFieldName,
  type PlatformForm,
  paymentPlatforms,
  platformFields,
  providerOf,
} from "@homeroom/contract/payment-platforms";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import type { PaymentGateway } from "../port.ts";
import { platformName } from "../present.ts";
import { lockPlatform, platformOf, type StoredPlatform } from "../queries/platforms.ts";
import { asRefusal } from "../rules/as-refusal.ts";

type SettingAccess = Pick<Platform, "db" | "secrets">;

/**
 * Saves a platform's settings once it has accepted them. A platform without calls is saved at once. Idempotent: the same
 * values change nothing. Throws STALE_DATA when somebody saved since `version`.
 */
export async function savePlatform(
  platform: SettingAccess,
  gateways: readonly PaymentGateway[],
  { actor, form }: { actor: Actor; form: PlatformForm },
): Promise<RecordId> {
  requireAccess(actor, paymentPlatforms.save);
  const { db, secrets } = platform;
  const scope = sharedScope(actor);
  const provider = providerOf(form);
  const stored = await inTransaction(db, scope, (tx) => platformOf(tx, scope, provider));
  if (form.recordID && form.recordID !== stored?.platform_id) throw new AppError("NOT_FOUND");
  const setting = readForm(provider, form, {
    fields: stored?.fields ?? {},
    secrets: stored ? secrets.open(stored.secrets) : {},
  });
  // No transaction is open during the call.
  const gateway = gateways.find((one) => one.provider === provider);
  if (gateway) await asRefusal(() => gateway.check({ ...setting.fields, ...setting.secrets }));
  return inTransaction(db, scope, async (tx) => {
    const before = await lockPlatform(tx, scope, provider);
    if (before && isSame(before, setting, platform)) return before.platform_id;
    const version = before?.version ?? 0;
    if (form.version !== undefined && form.version !== version) throw new AppError("STALE_DATA");
    const platformId = await write(tx, platform, { actor, provider, setting, version });
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "paymentPlatform", id: platformId, name: platformName(provider, setting.fields) },
      ...(before && { before: { ...before.fields, ...secrets.open(before.secrets) } }),
      after: { ...setting.fields, ...setting.secrets },
    });
    return platformId;
  });
}

interface NewSetting {
  actor: Actor;
  provider: PaymentProvider;
  setting: PlatformSetting;
  version: number;
}

async function write(
  tx: Tx,
  { secrets }: SettingAccess,
  { actor, provider, setting, version }: NewSetting,
): Promise<RecordId> {
  const now = new Date();
  const columns = {
    fields: JSON.stringify(setting.fields),
    secrets: secrets.seal(setting.secrets),
    verified_at: now,
    updated_by: actor.accountId,
    updated_at: now,
    version: version + 1,
  };
  const written = await tx
    .insertInto("payment_platform")
    .values({ organization_id: actor.organizationId, platform_id: RecordId.parse(v7()), provider, ...columns })
    .onConflict((on) =>
      on.columns(["organization_id", "provider"]).doUpdateSet(columns).where("payment_platform.version", "=", version),
    )
    .returning("platform_id")
    .executeTakeFirst();
  if (!written) throw new AppError("STALE_DATA");
  return written.platform_id;
}

function isSame(
  stored: StoredPlatform,
  { fields, secrets }: PlatformSetting,
  { secrets: box }: SettingAccess,
): boolean {
  const saved = box.open(stored.secrets);
  const same = (one: Record<string, string>, other: Readonly<Record<string, string>>) =>
    Object.keys(one).every((name) => one[name] === other[name]);
  return same(fields, stored.fields) && same(secrets, saved);
}

interface PlatformSetting {
  fields: Record<string, string>;
  secrets: Record<string, string>;
}

/** What a form sets a platform up with: what it leaves out stays, secrets that are empty too. Throws FIELD_INVALID where one is missing. */
function readForm(provider: PaymentProvider, form: PlatformForm, saved: PlatformSetting): PlatformSetting {
  const setting: PlatformSetting = { fields: {}, secrets: {} };
  const missing: PlatformFieldName[] = [];
  for (const { name, secret } of platformFields[provider]) {
    if (!secret) setting.fields[name] = form[name] ?? saved.fields[name] ?? "";
    else {
      const value = form[name] || saved.secrets[name];
      if (value) setting.secrets[name] = value;
      else missing.push(name);
    }
  }
  refuseFaults(missing.map(missingField));
  return setting;
}
