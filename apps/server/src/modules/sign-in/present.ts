import type { KeyRow } from "@homeroom/contract/auto-login";
import type { SessionRow } from "@homeroom/contract/sessions";
import type { FoundKey } from "./queries/keys.ts";
import type { OwnSession } from "./queries/sessions.ts";
import { deviceOf } from "./rules/devices.ts";

/** One's own sessions, the one that asks first. */
export function presentSessions(sessions: readonly OwnSession[], currentId: string): SessionRow[] {
  const rows = sessions.map((session) => ({
    recordID: session.sessionId,
    ...deviceOf(session.userAgent),
    address: session.address,
    branchName: session.branchName,
    signInTime: session.createdAt.toISOString(),
    lastUsedTime: session.seenAt.toISOString(),
    isCurrent: session.sessionId === currentId,
  }));
  return [...rows.filter((row) => row.isCurrent), ...rows.filter((row) => !row.isCurrent)];
}

/** A key and its state. */
export function presentKey(key: FoundKey, now: Date): KeyRow {
  return {
    recordID: key.keyId,
    account: { accountID: key.accountId, nickname: key.nickname },
    creator: { accountID: key.creatorId, nickname: key.creatorName },
    createTime: key.createdAt.toISOString(),
    expireTime: key.expiresAt.toISOString(),
    status: statusOf(key, now),
    usedTime: key.usedAt?.toISOString() ?? null,
    usedAddress: key.usedAddress,
  };
}

function statusOf({ usedAt, revokedAt, expiresAt }: FoundKey, now: Date): KeyRow["status"] {
  if (usedAt) return "used";
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}
