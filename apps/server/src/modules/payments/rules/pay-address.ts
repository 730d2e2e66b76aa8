import type { OrganizationId } from "@homeroom/contract/ids";
import { ownAddress } from "#modules/payment-platforms/public";
import type { Platform } from "#platform/server-module";
import { payKey } from "./pay-key.ts";

/**
 * The address of an order's payment page. LINE opens it in the phone's own browser (`openExternalBrowser`): ECPay
 * does not work in LINE's browser.
 */
export function payAddress(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  organizationId: OrganizationId,
  orderNumber: string,
): string {
  const key = payKey(secrets, organizationId, orderNumber);
  const query = new URLSearchParams({ orderID: orderNumber, key, openExternalBrowser: "1" });
  return ownAddress(settings, `/pay?${query.toString()}`);
}
