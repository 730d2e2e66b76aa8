import type { ReceiptSetting } from "@homeroom/contract/receipt-settings";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The kind of receipt of an organisation; plain ones, with version 0, until it chooses. */
export async function receiptSettingOf(tx: Tx, scope: Scope): Promise<ReceiptSetting> {
  const row = await tx
    .selectFrom("receipt_setting")
    .select(["kind", "school_name", "school_number", "venue", "supervisor", "merchant_id", "tax_type", "version"])
    .select(({ eb }) => eb("secrets", "is not", null).as("has_keys"))
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  return {
    kind: row?.kind ?? "receipt",
    schoolName: row?.school_name ?? "",
    schoolNumber: row?.school_number ?? "",
    venue: row?.venue ?? "",
    supervisor: row?.supervisor ?? "",
    merchantID: row?.merchant_id ?? "",
    taxType: row?.tax_type ?? "taxable",
    hasKeys: Boolean(row?.has_keys),
    version: row?.version ?? 0,
  };
}
