import { paymentPlatforms, paymentProviders, payTypeOf } from "@homeroom/contract/payment-platforms";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { savePlatform } from "./actions/save-platform.ts";
import { setPlatformStatus } from "./actions/set-status.ts";
import type { PaymentGateway } from "./port.ts";
import { presentPlatform } from "./present.ts";
import { platformsOf } from "./queries/platforms.ts";

export function bindPlatformRoutes(bind: Binder, platform: Platform, gateways: readonly PaymentGateway[]): void {
  const listFor = async (actor: Actor) => {
    requirePermission(actor, "org:pay:query");
    const scope = sharedScope(actor);
    const stored = await inTransaction(platform.db, scope, (tx) => platformsOf(tx, scope));
    return paymentProviders.map((provider) =>
      presentPlatform(
        platform,
        provider,
        stored.find((one) => one.provider === provider),
      ),
    );
  };
  bind(paymentPlatforms.list, async (_request, { actor }) => ({ list: await listFor(actor) }));
  bind(paymentPlatforms.setting, async ({ payType }, { actor }) => {
    const found = (await listFor(actor)).filter(({ provider }) => payTypeOf(provider) === payType);
    const [first] = found.toSorted((one, other) => other.status - one.status || other.version - one.version);
    if (!first) throw new Error(`No platform is of the kind ${payType}`);
    return first;
  });
  bind(paymentPlatforms.save, async (form, { actor }) => ({
    recordID: await savePlatform(platform, gateways, { actor, form }),
  }));
  bind(paymentPlatforms.setStatus, (form, { actor }) => setPlatformStatus(platform.db, { actor, form }));
}
