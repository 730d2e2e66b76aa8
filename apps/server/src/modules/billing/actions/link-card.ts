import { type CardProvider, cardProviders, linkedCard } from "@homeroom/contract/linked-card";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { emitOrganizationChanged } from "#modules/organizations/public";
import {
  asRefusal,
  type CardVault,
  ownAddress,
  type PaymentGateway,
  valuesOf,
} from "#modules/payment-platforms/public";
import type { Payments } from "#modules/payments/public";
import { storedActor } from "#modules/sign-in/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type LinkedCardRow, linkedCardOf } from "../queries/linked-card.ts";
import { sellerOf } from "../queries/orders.ts";
import { changeCard } from "../writes/linked-card.ts";

/** The address to return to; its screen finishes the link. */
const backPath = "/system/payment";

/** Whether a card can be linked: there is a seller, with a platform that stores cards. */
export async function canLinkCard(payments: Payments, actor: Pick<Actor, "organizationId">): Promise<boolean> {
  return (await sellersVault(payments, actor)) !== null;
}

/** Starts linking a card; returns the address where the person agrees. Throws FEATURE_NOT_SET_UP and the platform's refusals. */
export async function startLink(payments: Payments, actor: Actor): Promise<string> {
  requireAccess(actor, linkedCard.link);
  const { platform } = payments;
  const found = await sellersVault(payments, actor);
  if (!found) throw new AppError("FEATURE_NOT_SET_UP");
  const back = ownAddress(platform.settings, backPath);
  const link = { requestId: v7(), returnAddress: `${back}?card=agreed`, cancelAddress: `${back}?card=cancelled` };
  const { address, setupId } = await asRefusal(() => found.vault.begin(found.values, link));
  const scope = sharedScope(actor);
  const started = {
    ...{ seller_id: found.sellerId, provider: found.provider, setup_id: setupId },
    actor: JSON.stringify(storedActor(actor)),
  };
  await inTransaction(platform.db, scope, (tx) =>
    tx
      .insertInto("linked_card")
      .values({ organization_id: scope.organizationId, ...started })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet({ setup_id: setupId }))
      .execute(),
  );
  return address;
}

/** Links the agreed card, replacing the previous one. Idempotent. Throws ORDER_STATE_CONFLICT without a started link. */
export async function finishLink(payments: Payments, actor: Actor): Promise<null> {
  requireAccess(actor, linkedCard.finish);
  const { db, secrets } = payments.platform;
  const scope = sharedScope(actor);
  const card = await inTransaction(db, scope, (tx) => linkedCardOf(tx, scope));
  if (card?.token && card.setup_id === null) return null;
  const found = await sellersVault(payments, actor);
  if (!found) throw new AppError("FEATURE_NOT_SET_UP");
  if (!card?.setup_id) throw new AppError("ORDER_STATE_CONFLICT");
  const { setup_id: setupId } = card;
  const { token, label } = await asRefusal(() => found.vault.finish(found.values, setupId));
  await inTransaction(db, scope, async (tx) => {
    const linked = {
      ...{ seller_id: found.sellerId, provider: found.provider, setup_id: null, label },
      ...{ token: secrets.seal({ token }), actor: JSON.stringify(storedActor(actor)) },
      // By the database's clock, like charges: a charge that began earlier does not use this card.
      linked_at: sql<Date>`now()`,
      // Orders declined with the previous card still count; the next one is made at once.
      ...{ next_try_at: new Date(), problem: null },
    };
    // A second finish has nothing left to link.
    const { numUpdatedRows } = await tx
      .updateTable("linked_card")
      .set(linked)
      .where("organization_id", "=", scope.organizationId)
      .where("setup_id", "=", setupId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await emitOrganizationChanged(tx, scope);
    await recordCard(tx, actor, { before: card.token ? card.label : null, after: label });
  });
  return null;
}

/** Unlinks the card here and at the platform. If the platform does not answer, it keeps an unused token. */
export async function unlinkCard(payments: Payments, actor: Actor): Promise<null> {
  requireAccess(actor, linkedCard.unlink);
  const { db, log } = payments.platform;
  const scope = sharedScope(actor);
  const card = await inTransaction(db, scope, async (tx) => {
    const linked = await linkedCardOf(tx, scope);
    if (!linked?.token) return undefined;
    await changeCard(tx, scope, {
      token: null,
      setup_id: null,
      label: "",
      linked_at: null,
      next_try_at: null,
      problem: null,
    });
    await recordCard(tx, actor, { before: linked.label, after: null });
    return linked;
  });
  if (card)
    await forgetAtPlatform(payments, card).catch((error: unknown) =>
      log.warn({ err: error }, "A card is still at its platform"),
    );
  return null;
}

async function forgetAtPlatform(payments: Payments, card: LinkedCardRow): Promise<void> {
  const { db, secrets } = payments.platform;
  const gateway = payments.gateways.find(({ provider }) => provider === card.provider);
  const seller = organizationScope(card.seller_id);
  const values = await inTransaction(db, seller, (tx) => valuesOf(tx, seller, { provider: card.provider, secrets }));
  const { token } = card.token ? secrets.open(card.token) : {};
  if (gateway?.cards && values && token) await gateway.cards.remove(values, token);
}

function recordCard(tx: Tx, actor: Actor, { before, after }: { before: string | null; after: string | null }) {
  return recordChange(tx, actor, {
    module: "billing",
    action: after === null ? "deleted" : "created",
    subject: { type: "linkedCard", id: actor.organizationId, name: after ?? before ?? "" },
    before: before === null ? {} : { linkedCard: before },
    after: after === null ? {} : { linkedCard: after },
  });
}

interface SellersVault {
  sellerId: LinkedCardRow["seller_id"];
  provider: CardProvider;
  vault: CardVault;
  values: Parameters<PaymentGateway["check"]>[0];
}

/** The seller's platform that stores cards; null if there is none. */
async function sellersVault(
  { platform, gateways }: Payments,
  { organizationId }: Pick<Actor, "organizationId">,
): Promise<SellersVault | null> {
  const { db, secrets } = platform;
  const sellerId = await sellerOf(db);
  if (!sellerId || sellerId === organizationId) return null;
  const scope = organizationScope(sellerId);
  for (const provider of cardProviders) {
    const vault = gateways.find((gateway) => gateway.provider === provider)?.cards;
    const values = vault && (await inTransaction(db, scope, (tx) => valuesOf(tx, scope, { provider, secrets })));
    if (vault && values) return { sellerId, provider, vault, values };
  }
  return null;
}
