import { mailAddresses } from "#modules/accounts/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { currentActorAnywhere } from "#modules/sign-in/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { weeklyMail } from "../mails.ts";
import { figuresFor } from "../queries/figures-for.ts";
import { type Subscription, subscriptionsBefore } from "../queries/weekly-mail.ts";
import { lastMailDay, type Subscriber, weeklyMailLink } from "../rules/weekly-mail.ts";
import { daysBefore } from "../rules/windows.ts";

/** The time zone in which Monday begins first. */
const earliestZone = "Pacific/Kiritimati";

type Mailing = Pick<Platform, "db" | "log" | "secrets" | "settings">;

/** Mails the figures of last week to everybody who is due. A mail that fails is retried in the next run. */
export async function mailFigures(platform: Mailing, stop: AbortSignal, now = new Date()): Promise<void> {
  for (const subscription of await subscriptionsBefore(platform.db, lastMailDay(earliestZone, now))) {
    if (stop.aborted) return;
    try {
      await mailOne(platform, subscription, now);
    } catch (error) {
      platform.log.error({ err: error, accountId: subscription.accountId }, "The weekly figures were not mailed");
    }
  }
}

/**
 * Claims a person's week and posts the mail in one transaction: only one of two workers does it, and a crashed one has claimed
 * nothing. The figures cover what the person can see now. Without any such right, the week is claimed and nothing is mailed.
 */
function mailOne(platform: Mailing, subscription: Subscription, now: Date): Promise<void> {
  const { organizationId, accountId, branchId } = subscription;
  const scope = organizationScope(organizationId);
  return inTransaction(platform.db, scope, async (tx) => {
    const monday = lastMailDay(await timeZoneOf(tx, scope, branchId), now);
    if (!(await claimWeek(tx, scope, subscription, monday))) return;
    const actor = await readerOf(tx, scope, subscription);
    const [person] = await mailAddresses(tx, scope, [accountId]);
    if (!actor || !person) return;
    const organization = await organizationOf(tx, scope);
    const figures = await figuresFor(tx, actor, { days: 7, lastDay: daysBefore(monday, 1) });
    const unsubscribe = weeklyMailLink(platform.secrets, subscription);
    const { PUBLIC_URL: publicUrl } = platform.settings;
    await postMail(
      tx,
      weeklyMail({ ...person, organization: organization?.name ?? "" }, figures, { publicUrl, unsubscribe }),
    );
  });
}

/** Whether this person has not been mailed for this Monday yet. */
async function claimWeek(tx: Tx, scope: Scope, { accountId }: Subscription, monday: string): Promise<boolean> {
  const claimed = await tx
    .updateTable("weekly_figure_mail")
    .set({ mailed_for: monday })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("mailed_for", "<", monday)
    .returning("account_id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The subscriber with their present rights, in another branch if theirs has closed; null if they cannot see the figures. */
async function readerOf(tx: Tx, scope: Scope, { accountId, branchId }: Subscription): Promise<Actor | null> {
  try {
    const stored = { accountId, branchId, sessionId: "", viewsAs: null, nickname: "" };
    const actor = await currentActorAnywhere(tx, scope, stored);
    return can(actor, "dash:home:query") ? actor : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "RUN_RIGHTS_REVOKED") return null;
    throw error;
  }
}

/** Subscribes the actor to the weekly mail, in the time zone of their current branch, or unsubscribes them. */
export function saveWeeklyMail(db: Database, actor: Actor, subscribed: boolean): Promise<void> {
  const { accountId, branchId } = actor;
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    if (!subscribed) return remove(tx, scope, accountId);
    // The first mail is next Monday's.
    const mailed_for = lastMailDay(await timeZoneOf(tx, scope, branchId), new Date());
    await tx
      .insertInto("weekly_figure_mail")
      .values({ organization_id: scope.organizationId, account_id: accountId, branch_id: branchId, mailed_for })
      .onConflict((conflict) => conflict.columns(["organization_id", "account_id"]).doNothing())
      .execute();
  });
}

/** Unsubscribes the person that a link belongs to. Does nothing if they are not subscribed. */
export function endWeeklyMail(db: Database, { organizationId, accountId }: Subscriber): Promise<void> {
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, (tx) => remove(tx, scope, accountId));
}

async function remove(tx: Tx, scope: Scope, accountId: Actor["accountId"]): Promise<void> {
  await tx
    .deleteFrom("weekly_figure_mail")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
}
