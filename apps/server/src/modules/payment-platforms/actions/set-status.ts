import type { RecordId } from "@homeroom/contract/ids";
import {
  type PaymentProvider,
  type PlatformPayType,
  paymentPlatforms,
  payTypeOf,
} from "@homeroom/contract/payment-platforms";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { platformName } from "../present.ts";
import { lockPlatforms, type StoredPlatform, writeStatus } from "../queries/platforms.ts";

export interface StatusForm {
  payType: PlatformPayType;
  status: number;
  recordID: RecordId;
}

/** Switches a platform on or off for customers. Switching on a shop switches off the other. */
export function setPlatformStatus(db: Database, { actor, form }: { actor: Actor; form: StatusForm }): Promise<void> {
  requireAccess(actor, paymentPlatforms.setStatus);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const platforms = await lockPlatforms(tx, scope);
    const wanted = platforms.find(
      ({ platform_id, provider }) => platform_id === form.recordID && payTypeOf(provider) === form.payType,
    );
    if (!wanted) throw new AppError("NOT_FOUND");
    if (wanted.status === form.status) return;
    const change = async ({ platform_id: id, provider, fields }: StoredPlatform, status: number) => {
      await writeStatus(tx, scope, id, status);
      await recordChange(tx, actor, {
        module: "setting",
        action: status === 1 ? "enabled" : "disabled",
        subject: { type: "paymentPlatform", id, name: platformName(provider, fields) },
      });
    };
    const replaced = platforms.find(
      (one) => one !== wanted && form.status === 1 && form.payType === "shop" && one.status === 1 && isShop(one),
    );
    if (replaced) await change(replaced, 0);
    await change(wanted, form.status);
  });
}

function isShop({ provider }: { provider: PaymentProvider }): boolean {
  return payTypeOf(provider) === "shop";
}
