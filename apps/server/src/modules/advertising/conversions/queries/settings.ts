import type { ConversionSetting } from "@homeroom/contract/conversions";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";

export type StoredConversionSetting = Selectable<Schema["conversion_setting"]>;

export function conversionSetting(tx: Tx, { organizationId }: Scope): Promise<StoredConversionSetting | undefined> {
  return tx
    .selectFrom("conversion_setting")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** The setting without its key. */
export function presentConversionSetting(
  setting: StoredConversionSetting | undefined,
  { secrets, mayEdit }: { secrets: SecretBox; mayEdit: boolean },
): ConversionSetting {
  const token = setting ? (secrets.open(setting.secrets)["token"] ?? "") : "";
  return {
    datasetID: setting?.dataset_id ?? "",
    accessToken: { hasValue: token !== "", last4: token.slice(-4) },
    status: setting?.status ?? 0,
    problem: setting?.problem ?? null,
    version: setting?.version ?? 0,
    mayEdit,
  };
}
