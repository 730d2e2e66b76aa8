import type { ChannelAccess, ProviderQuota } from "#modules/inbox/port";
import { numberOf, textOf } from "#platform/calls/read-json";
import { callLine } from "./client.ts";
import type { LineConfig } from "./config.ts";

/** What the account may send this month and has sent. Free answers to events do not count. */
export async function quotaOf(config: LineConfig, channel: ChannelAccess): Promise<ProviderQuota> {
  const ask = (path: string) => callLine(config, channel, { method: "GET", path, repeatable: true });
  const [quota, consumption] = await Promise.all([
    ask("/v2/bot/message/quota"),
    ask("/v2/bot/message/quota/consumption"),
  ]);
  const limit = textOf(quota["type"]) === "limited" ? wholeNumber(quota["value"]) : null;
  return { limit, used: wholeNumber(consumption["totalUsage"]) ?? 0 };
}

const largest = 2_147_483_647;

function wholeNumber(value: unknown): number | null {
  const number = numberOf(value);
  return number === undefined || number < 0 ? null : Math.min(Math.trunc(number), largest);
}
