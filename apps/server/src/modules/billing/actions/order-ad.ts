import { type AdServiceType, adServices, fitsAdAmount } from "@homeroom/contract/ad-services";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type FileId, RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import { recordChange } from "#modules/audit/public";
import { filesByIds } from "#modules/files/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { hasPaidForLeads } from "../queries/ad-services.ts";
import { balancesOf } from "../queries/ledger.ts";
import { currencyOf, pricesOn } from "../queries/prices.ts";
import { adTitle } from "../rules/ad-title.ts";
import { lockService, storeBudget } from "../writes/ad-service.ts";
import type { FollowedOrder } from "./follow-order.ts";
import { type OrderDraft, placeOrder } from "./place-order.ts";

type TopUp = RequestOf<typeof adServices.topUp>;

/**
 * Orders ads or the graphic package. The same id or `key` again continues with the existing order. Throws TOPUP_AMOUNT_INVALID at
 * `amount` for amounts outside the rule, STALE_DATA if the id belongs to a different order, and like `placeOrder`.
 */
export async function orderAd(db: Database, actor: Actor, form: TopUp, key?: string): Promise<FollowedOrder> {
  requireAccess(actor, adServices.topUp);
  const orderId = form.recordID ?? RecordId.parse(idOfKey(actor, "ad", key));
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) => isMade(tx, scope, { serviceId: orderId, form }));
  return placeOrder(db, actor, {
    orderId,
    kind: "adPlacement",
    payMethod: form.payMethod,
    draft: (tx) => draftOf(tx, scope, { actor, form, orderId }),
  });
}

/**
 * Requests a placement with the whole available ad budget. Idempotent by id or `key`. Throws
 * PLAN_BALANCE_LOW if there is none, and STALE_DATA if the id belongs to a different request.
 */
export async function useAdBudget(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof adServices.useBudget>,
  key?: string,
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, adServices.useBudget);
  const scope = sharedScope(actor);
  const serviceId = form.recordID ?? RecordId.parse(idOfKey(actor, "budget", key));
  await refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (await isMade(tx, scope, { serviceId, form })) return;
      await requireOwnPictures(tx, scope, actor, form.images);
      const amountMinor = (await balancesOf(tx, scope))("adBudget", "available");
      if (amountMinor <= 0) throw new AppError("PLAN_BALANCE_LOW");
      const currency = await currencyOf(tx, scope);
      const reservationId = await storeBudget(tx, scope, { serviceId, amount: amountMinor });
      const service = { actor, form, serviceId, amountMinor, currency };
      await insertService(tx, scope, { ...service, kept: { status: "waiting", reservation_id: reservationId } });
      await recordChange(tx, actor, {
        module: "billing",
        action: "created",
        subject: { type: "adService", id: serviceId, name: adTitle(form.type, await localeOf(tx, scope)) },
        before: {},
        after: { total: fromMinor(amountMinor, currency), currency },
      });
    }),
  );
  return { recordID: serviceId };
}

type TopUpForm = Pick<TopUp, "type" | "text" | "images"> & { amount?: number | undefined };

/** Whether a request was already stored. Throws STALE_DATA if the answer was lost and the form was changed since. */
async function isMade(
  tx: Tx,
  scope: Scope,
  { serviceId, form }: { serviceId: RecordId; form: TopUpForm },
): Promise<boolean> {
  const made = await lockService(tx, scope, serviceId);
  if (!made) return false;
  const { type, text, images, amount } = form;
  const hasAmount = type !== "graphic" && amount !== undefined;
  const isSame =
    made.type === type &&
    made.text === text &&
    made.image_file_ids.join() === images.join() &&
    (!hasAmount || toMinor(amount, made.currency) === made.amount_minor);
  if (!isSame) throw new AppError("STALE_DATA");
  return true;
}

/** Today's price of the graphic package in a currency; null if it is not sold. */
export async function graphicPriceOf(tx: Tx, scope: Scope, currency: CurrencyCode) {
  const day = today(await timeZoneOf(tx, scope, null));
  return (await pricesOn(tx, { day, currency })).find(({ kind }) => kind === "graphic") ?? null;
}

async function draftOf(
  tx: Tx,
  scope: Scope,
  { actor, form, orderId }: { actor: Actor; form: TopUp; orderId: RecordId },
): Promise<OrderDraft> {
  const currency = await currencyOf(tx, scope);
  await requireOwnPictures(tx, scope, actor, form.images);
  const price = form.type === "graphic" ? await graphicPriceOf(tx, scope, currency) : null;
  const amountMinor = price?.amount_minor ?? (await adAmountOf(tx, scope, { form, currency }));
  const service = { actor, form, serviceId: orderId, amountMinor, currency };
  return {
    columns: {
      ...{ kind: "adPlacement", plan: null, paid_months: 0, granted_months: 0, messages: 0 },
      price_id: price?.price_id ?? null,
      amount_minor: amountMinor,
      currency,
      title: adTitle(form.type, await localeOf(tx, scope)),
    },
    alongside: () => insertService(tx, scope, { ...service, kept: { status: null, reservation_id: null } }),
  };
}

async function adAmountOf(
  tx: Tx,
  scope: Scope,
  { form: { type, amount = 0 }, currency }: { form: TopUp; currency: CurrencyCode },
): Promise<number> {
  const isFirst = type === "leads" && !(await hasPaidForLeads(tx, scope));
  const minor = toMinor(amount, currency);
  if (type === "graphic" || minor === null || !fitsAdAmount(type, amount, isFirst))
    throw new AppError("TOPUP_AMOUNT_INVALID", {}, { fields: [{ field: "amount", name: "TOPUP_AMOUNT_INVALID" }] });
  return minor;
}

interface NewService {
  actor: Actor;
  form: { type: AdServiceType; text: string; images: readonly FileId[] };
  serviceId: RecordId;
  amountMinor: number;
  currency: CurrencyCode;
  kept: { status: "waiting" | null; reservation_id: RecordId | null };
}

async function insertService(
  tx: Tx,
  scope: Scope,
  { actor, form, serviceId, amountMinor, currency, kept }: NewService,
): Promise<void> {
  await tx
    .insertInto("ad_service")
    .values({
      organization_id: scope.organizationId,
      service_id: serviceId,
      type: form.type,
      amount_minor: amountMinor,
      currency,
      text: form.text,
      image_file_ids: [...form.images],
      ...kept,
      created_by: actor.accountId,
    })
    .execute();
}

/** Other people's files may belong to conversations that the actor cannot see. */
async function requireOwnPictures(tx: Tx, scope: Scope, actor: Actor, ids: readonly FileId[]): Promise<void> {
  const files = await filesByIds(tx, scope, ids);
  for (const id of ids) {
    const file = files.get(id);
    if (!file?.storage_key || file.created_by !== actor.accountId) throw new AppError("NOT_FOUND");
  }
}

async function localeOf(tx: Tx, scope: Scope): Promise<string> {
  return (await organizationOf(tx, scope))?.locale ?? "";
}
