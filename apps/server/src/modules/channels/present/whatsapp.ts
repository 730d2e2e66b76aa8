import type { MaskedSecret, NumberStanding, WhatsappChannel } from "@homeroom/contract/channels";
import { type FailureReason, failureReasons } from "@homeroom/contract/failure-reasons";
import type { ListedChannel } from "#modules/inbox/public";

/** A channel's settings without its secrets. `webhookUrl`: the address that its provider must call. */
export function presentWhatsappChannel(
  channel: ListedChannel,
  known: { secrets: Readonly<Record<string, string>>; branchName: string; webhookUrl: string; refused: Date | null },
): WhatsappChannel {
  const { settings, stopped_at: stoppedAt } = channel;
  return {
    recordID: channel.channel_id,
    name: channel.name,
    branch: { branchID: channel.branch_id, name: known.branchName },
    displayPhone: settings["displayPhoneNumber"] ?? "",
    appID: settings["appId"] ?? "",
    phoneNumberID: channel.external_id,
    businessAccountID: settings["businessAccountId"] ?? "",
    catalogueID: settings["catalogueId"] ?? "",
    accessToken: maskedSecret(known.secrets["accessToken"]),
    appSecret: maskedSecret(known.secrets["appSecret"]),
    verifyToken: maskedSecret(known.secrets["verifyToken"]),
    sandbox: channel.is_sandbox,
    status: channel.status,
    stopped: stoppedAt && { at: stoppedAt.toISOString(), reason: failureReasonOf(channel.stopped_reason) },
    account: accountStateIn(channel, new Date()),
    webhookUrl: known.webhookUrl,
    lastReceivedAt: channel.last_received_at?.toISOString() ?? null,
    refusedAt: known.refused?.toISOString() ?? null,
    standing: standingIn(settings),
    version: channel.version,
  };
}

/** A warning is shown for this long. */
const violationMs = 30 * 86_400_000;

/** The provider's decision about the account, if it still applies. */
export function accountStateIn(
  { account_state: stored }: Pick<ListedChannel, "account_state">,
  now: Date,
): WhatsappChannel["account"] {
  if (!stored) return null;
  const { state, at, detail } = stored;
  if (state === "reinstated") return null;
  const inForce = stored.restrictions.filter(({ until }) => until === null || new Date(until) > now);
  if (state === "restricted" && inForce.length === 0) return null;
  if (state === "violation" && now.getTime() - Date.parse(at) > violationMs) return null;
  const last = Math.max(...inForce.map(({ until }) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))));
  return {
    state,
    at,
    detail,
    blocks: [...new Set(inForce.flatMap(({ blocks }) => blocks ?? []))],
    until: Number.isFinite(last) ? new Date(last).toISOString() : null,
  };
}

const qualities = ["green", "yellow", "red"] as const;

/** The stored state of the number at WhatsApp; null if it was never asked for. */
export function standingIn(settings: Readonly<Record<string, string>>): NumberStanding | null {
  const { checkedAt } = settings;
  if (!checkedAt) return null;
  return {
    verifiedName: settings["verifiedName"] ?? "",
    quality: qualities.find((one) => one === settings["quality"]) ?? "unknown",
    limit: settings["limit"] ?? "",
    checkedAt,
  };
}

/** Four characters of a shorter secret would reveal too much. */
const shortestShown = 12;

/** The visible part of a secret. */
export function maskedSecret(secret = ""): MaskedSecret {
  return { hasValue: secret !== "", last4: secret.length >= shortestShown ? secret.slice(-4) : "" };
}

/** The reason why a channel stopped, as a value of the contract. */
export function failureReasonOf(stored: string | null): FailureReason {
  return failureReasons.find((reason) => reason === stored) ?? "unknown";
}
