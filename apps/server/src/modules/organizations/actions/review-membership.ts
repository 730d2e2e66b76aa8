import type { OrganizationId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { organizationChanged } from "../events.ts";
import { membershipMail } from "../mails.ts";
import type { People } from "../port.ts";
import { lockOrganization, type Organization } from "../queries/organization-details.ts";
import { isRenewedByCard } from "../queries/places.ts";
import { closesAt, membershipAt, noticeAt, type PlanState, removalDueAt } from "../rules/membership.ts";

/**
 * Updates an organisation whose plan ends or has ended: its state, the mails to its owner, each once, and finally the
 * request to remove its data. Idempotent, also across processes.
 */
export async function reviewMembership(
  { db, settings }: Pick<Platform, "db" | "settings">,
  people: Pick<People, "ownerOf" | "awaitsPayment">,
  organizationId: OrganizationId,
  now = new Date(),
): Promise<void> {
  const scope = organizationScope(organizationId);
  await inTransaction(db, scope, async (tx) => {
    const organization = await lockOrganization(tx, scope);
    const { membership, expires_at: expiresAt, time_zone: timeZone } = organization;
    if (!expiresAt || organization.deactivated_at) return;
    const standing = { membership, expiresAt, timeZone };
    await follow(tx, scope, organization, membershipAt(standing, now));
    if (now >= removalDueAt(expiresAt)) return orderRemoval(tx, scope, { people, now });
    await notify(tx, scope, { people, organization, standing, now, address: settings.PUBLIC_URL });
  });
}

async function follow(tx: Tx, scope: Scope, before: Organization, membership: Organization["membership"]) {
  if (membership === before.membership) return;
  const { organizationId } = scope;
  await tx.updateTable("organization").set({ membership }).where("organization_id", "=", organizationId).execute();
  const product = { organizationId, accountId: null, nickname: "" };
  await recordChange(tx, product, {
    module: "organization",
    action: "edited",
    subject: { type: "organization", id: organizationId, name: before.name },
    before: { membership: before.membership },
    after: { membership },
  });
  await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
}

interface Notification {
  people: Pick<People, "ownerOf" | "awaitsPayment">;
  organization: Organization;
  standing: PlanState & { expiresAt: Date };
  now: Date;
  address: string | undefined;
}

async function notify(tx: Tx, scope: Scope, { people, organization, standing, now, address }: Notification) {
  const kind = noticeAt(standing, now);
  const owner = kind && (await people.ownerOf(tx, scope));
  if (!kind || !owner) return;
  const isRenewed = kind.startsWith("expiry") && (await isRenewedByCard(tx, scope));
  // The first mail said so. Later ones are for a card that was unlinked or declined since.
  if (isRenewed && kind !== "expiry-7") return;
  const { expiresAt, timeZone } = standing;
  const first = await tx
    .insertInto("membership_notice")
    .values({ organization_id: scope.organizationId, expires_at: expiresAt, kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!first) return;
  const mail = membershipMail(owner, {
    kind,
    isTrial: standing.membership === "trial",
    isRenewed,
    organization: organization.name,
    expiresAt,
    closesAt: closesAt(standing, expiresAt),
    timeZone,
    address,
  });
  await postMail(tx, mail);
}

/** Not while a payment waits to be checked: it may save the data. */
async function orderRemoval(
  tx: Tx,
  scope: Scope,
  { people, now }: Pick<Notification, "people" | "now">,
): Promise<void> {
  if (await people.awaitsPayment(tx, scope)) return;
  await tx
    .insertInto("organization_removal")
    .values({ organization_id: scope.organizationId, reason: "expiry", due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
