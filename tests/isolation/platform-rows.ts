import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** The bank account of an organisation, offered to its customers. */
export interface PlatformRows {
  platformId: RecordId;
}

export function platformIds(): PlatformRows {
  return { platformId: newId() };
}

/** Puts it back as it was set up. An organisation has one, whichever branch the rows are of. */
export async function restorePlatforms(
  { base }: Stage,
  rows: PlatformRows & { organizationId: OrganizationId },
): Promise<void> {
  const { organizationId, platformId } = rows;
  const fields = { bankName: `${platformId} Bank`, accountName: "Homeroom", accountNumber: "012-345678" };
  await base.owner.query("delete from payment_platform where organization_id = $1 and provider = 'bankTransfer'", [
    organizationId,
  ]);
  await base.owner.query(
    `insert into payment_platform (organization_id, platform_id, provider, status, fields, secrets)
     values ($1, $2, 'bankTransfer', 1, $3, $4)`,
    [organizationId, platformId, JSON.stringify(fields), base.platform.secrets.seal({})],
  );
}
