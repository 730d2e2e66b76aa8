import type { OrganizationId } from "@homeroom/contract/ids";
import { ownAddress } from "#modules/payment-platforms/public";
import type { Platform } from "#platform/server-module";
import { payKey } from "./pay-key.ts";

/** The address of the page on which an order is paid. */
export function payAddress(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  organizationId: OrganizationId,
  orderNumber: string,
): string {
  const query = new URLSearchParams({ orderID: orderNumber, key: payKey(secrets, organizationId, orderNumber) });
  return ownAddress(settings, `/pay?${query.toString()}`);
}
