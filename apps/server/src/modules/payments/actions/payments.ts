import type { PaymentGateway } from "#modules/payment-platforms/public";
import type { Platform } from "#platform/server-module";

/** The dependencies of the payment actions. */
export interface Payments {
  readonly platform: Platform;
  readonly gateways: readonly PaymentGateway[];
}
