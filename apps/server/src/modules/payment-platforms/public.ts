import type { Platform, ServerModule } from "#platform/server-module";
import type { PaymentGateway } from "./port.ts";
import { bindPlatformRoutes } from "./routes.ts";

export {
  type CardVault,
  PaymentFailure,
  type PaymentGateway,
  type PaymentStanding,
  type PaymentStart,
  type PlatformValues,
  type RawNotice,
  type RefundDesk,
  type RefundStanding,
  type ReturnedMoney,
} from "./port.ts";
export { type OfferedPlatform, offeredPlatforms, valuesOf } from "./queries/platforms.ts";
export { notifyAddress, ownAddress } from "./rules/addresses.ts";
export { asRefusal } from "./rules/as-refusal.ts";

/** The payment platforms that an organisation has set up. */
export function paymentPlatformsModule(platform: Platform, gateways: readonly PaymentGateway[]): ServerModule {
  return { name: "payment-platforms", routes: (bind) => bindPlatformRoutes(bind, platform, gateways) };
}
