import { timingSafeEqual } from "node:crypto";
import { OrganizationId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

const halfBytes = 16;

/**
 * The key of an order's page: its organisation, and a signature that only we can make. It opens only that order, and
 * nothing has to be stored.
 */
export function payKey(secrets: SecretBox, organizationId: OrganizationId, orderNumber: string): string {
  const organization = Buffer.from(organizationId.replaceAll("-", ""), "hex");
  return Buffer.concat([organization, signature(secrets, organizationId, orderNumber)]).toString("base64url");
}

/** The organisation of a key's order; null for a key that is not ours. */
export function organizationOfKey(secrets: SecretBox, key: string, orderNumber: string): OrganizationId | null {
  const bytes = Buffer.from(key, "base64url");
  if (bytes.length !== 2 * halfBytes) return null;
  const hex = bytes.subarray(0, halfBytes).toString("hex");
  const read = OrganizationId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
  if (!read.success) return null;
  const expected = signature(secrets, read.data, orderNumber);
  return timingSafeEqual(expected, bytes.subarray(halfBytes)) ? read.data : null;
}

function signature(secrets: SecretBox, organizationId: OrganizationId, orderNumber: string): Buffer {
  const whole = Buffer.from(secrets.sign("pay-page", `${organizationId} ${orderNumber}`), "base64url");
  return whole.subarray(0, halfBytes);
}
