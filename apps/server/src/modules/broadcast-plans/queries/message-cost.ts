import { freeServiceMessages, type MessageCost, type PriceCategory } from "@homeroom/contract/broadcast-settings";
import type { ChannelId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { fromMicros } from "../rules/plan-rules.ts";
import { type Price, priceOfNumber } from "../rules/price-of-number.ts";
import { pricesOn } from "./settings.ts";

/**
 * The cost of the next message to a customer, by its kind: free within 72 hours of an ad; replies are free while the number
 * has free ones left this month; otherwise from the price table. Throws NOT_FOUND without a contact on the channel.
 */
export async function costsOfMessages(
  tx: Tx,
  scope: Scope,
  of: { leadId: LeadId; channelId: ChannelId },
): Promise<MessageCost> {
  const { organizationId } = scope;
  const found = await sql<{ phone: string | null; isAfterAd: boolean }>`
    select phone, coalesce(ad_window_ends_at > now(), false) as "isAfterAd" from broadcast_contact
    where organization_id = ${organizationId} and lead_id = ${of.leadId} and channel_id = ${of.channelId}
    order by last_inbound_at desc nulls last limit 1`.execute(tx);
  const [contact] = found.rows;
  if (!contact) throw new AppError("NOT_FOUND");
  const zone = await timeZoneOf(tx, scope, null);
  const left = freeServiceMessages - (await repliesThisMonth(tx, scope, { channelId: of.channelId, zone }));
  const cost = async (category: PriceCategory) => {
    if (contact.isAfterAd) return free("adWindow", null);
    if (category === "service" && left > 0) return free("monthly", left);
    const prices = await pricesOn(tx, scope, { day: today(zone), category });
    return priced(contact.phone ? priceOfNumber(contact.phone, prices) : null);
  };
  const [utility, marketing, service] = [await cost("utility"), await cost("marketing"), await cost("service")];
  return { utility, marketing, service };
}

type Cost = MessageCost["service"];

function free(reason: "adWindow" | "monthly", left: number | null): Cost {
  return { kind: "free", reason, left, amount: 0, currency: "" };
}

function priced(price: Price | null): Cost {
  if (!price) return { kind: "unknown", reason: null, left: null, amount: null, currency: "" };
  const { micros, currency } = price;
  if (micros === 0) return { ...free("monthly", null), reason: null };
  return { kind: "priced", reason: null, left: null, amount: fromMicros(micros), currency };
}

/** Counted up to the number of free ones. */
async function repliesThisMonth(
  tx: Tx,
  { organizationId }: Scope,
  { channelId, zone }: { channelId: ChannelId; zone: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from broadcast_service_message
      where organization_id = ${organizationId} and channel_id = ${channelId}
        and sent_at >= (date_trunc('month', now() at time zone ${zone}) at time zone ${zone})
      limit ${freeServiceMessages}) as sent`.execute(tx);
  return rows[0]?.count ?? 0;
}
