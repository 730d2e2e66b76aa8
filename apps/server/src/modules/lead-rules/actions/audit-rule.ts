import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FoundRule } from "../queries/rules.ts";

/** A rule as the audit log records it: its name, and its fields with names instead of ids. */
export async function auditOfRule(
  tx: Tx,
  scope: Scope,
  rule: FoundRule,
): Promise<{ name: string; fields: Record<string, unknown> }> {
  const channels = await channelsByIds(
    tx,
    scope,
    [rule.channelId, rule.secondaryChannelId].filter((id) => id !== null),
  );
  const people = await peopleByIds(
    tx,
    scope,
    rule.members.map(({ accountId }) => accountId),
  );
  const channel = rule.channelId ? (channels.get(rule.channelId)?.name ?? "") : "";
  const secondaryChannel = rule.secondaryChannelId ? (channels.get(rule.secondaryChannelId)?.name ?? "") : "";
  const branch = (await branchById(tx, scope, rule.branchId))?.name ?? "";
  const sales = rule.members.map(({ accountId, ratio, capacity }) =>
    [people.get(accountId)?.nickname ?? "", ratio && `${ratio}%`, capacity && `≤ ${capacity}`]
      .filter(Boolean)
      .join(" "),
  );
  return {
    name: [branch, channel, secondaryChannel].filter(Boolean).join(" · "),
    fields: {
      branch,
      channel,
      secondaryChannel,
      countries: rule.countries,
      districts: rule.districts,
      assignmentRule: rule.way,
      repeatRule: rule.repeatRule,
      status: rule.status,
      notificationEmail: rule.emails,
      sales,
      hours: rule.hours.map(({ day, from, to }) => `${day} ${from}–${to}`),
    },
  };
}
