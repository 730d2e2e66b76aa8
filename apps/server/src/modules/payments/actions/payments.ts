import type { PaymentGateway } from "#modules/payment-platforms/public";
import type { Platform } from "#platform/server-module";

/** What the actions of payments work with. */
export interface Payments {
  readonly platform: Platform;
  readonly gateways: readonly PaymentGateway[];
}
