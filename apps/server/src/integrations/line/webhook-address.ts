import type { LineWebhookProblem } from "@homeroom/contract/line";
import type { LineWebhookState } from "#modules/channels/port";
import type { ChannelAccess } from "#modules/inbox/port";
import { type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { callLine } from "./client.ts";
import type { LineConfig } from "./config.ts";
import { LineRefusal } from "./failures.ts";

const path = "/v2/bot/channel/webhook/endpoint";

/**
 * Sets LINE's webhook address and has LINE test it: LINE posts a delivery without events, signed with the channel's
 * secret. Idempotent.
 */
export async function connectWebhook(
  config: LineConfig,
  channel: ChannelAccess,
  address: string,
): Promise<LineWebhookState> {
  const before = await endpointOf(config, channel);
  try {
    await callLine(config, channel, { method: "PUT", path, body: { endpoint: address }, repeatable: true });
  } catch (error) {
    if (!(error instanceof LineRefusal) || error.said.httpStatus !== 400) throw error;
    return { before: before.address, active: before.active, problem: "addressNotPublic", detail: error.said.message };
  }
  const { active } = await endpointOf(config, channel);
  const test = { method: "POST", path: "/v2/bot/channel/webhook/test", body: {}, repeatable: true } as const;
  return { before: before.address, active, ...outcomeOf(await callLine(config, channel, test)) };
}

/** A channel that never had an address answers 404. */
async function endpointOf(config: LineConfig, channel: ChannelAccess): Promise<{ address: string; active: boolean }> {
  try {
    const answer = await callLine(config, channel, { method: "GET", path, repeatable: true });
    return { address: textOf(answer["endpoint"]) ?? "", active: answer["active"] === true };
  } catch (error) {
    if (error instanceof LineRefusal && error.said.httpStatus === 404) return { address: "", active: false };
    throw error;
  }
}

function outcomeOf(answer: JsonRecord): Pick<LineWebhookState, "problem" | "detail"> {
  if (answer["success"] === true) return { problem: null, detail: "" };
  const status = numberOf(answer["statusCode"]) ?? 0;
  const words = [textOf(answer["reason"]), textOf(answer["detail"])].filter((word) => word !== undefined);
  return { problem: problemOf(textOf(answer["reason"]), status), detail: [...new Set(words)].join(": ").slice(0, 300) };
}

/** The reasons as LINE's reference names them on 2026-11-22; the published description leaves them open. */
function problemOf(reason: string | undefined, status: number): LineWebhookProblem {
  // Our callback's answer to a wrong signature and to an unknown channel.
  if (status === 401) return "signatureRefused";
  switch (reason?.toUpperCase()) {
    case "COULD_NOT_CONNECT":
      return "couldNotConnect";
    case "REQUEST_TIMEOUT":
      return "timeout";
    case "ERROR_STATUS_CODE":
      return "wrongAnswer";
    default:
      return "other";
  }
}
