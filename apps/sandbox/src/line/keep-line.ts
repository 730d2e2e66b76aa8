import { join } from "node:path";
import { keptFile } from "../kept-file.ts";
import type { LineAccount } from "./account.ts";
import type { AcceptedSend, LineMessage, LineSandbox } from "./line-sandbox.ts";
import type { LinePerson, Relation } from "./people.ts";
import { deliver } from "./webhooks.ts";

type AccountState = Pick<LineAccount, "channelId" | "quotaLimit" | "quotaUsed" | "tokenRevoked" | "webhookActive">;

interface StoredLine {
  version: 1;
  /** Without the webhook address, which can differ in the next run. */
  accounts: AccountState[];
  people: (Omit<LinePerson, "relations"> & { relations: [string, Relation][] })[];
  chats: [string, LineMessage[]][];
  /** Bytes in base64. */
  content: [string, { bytes: string; contentType: string }][];
  accepted: [string, AcceptedSend][];
  /** Deliveries that were not accepted. */
  waiting: { channelId: string; about: string; body: string }[];
}

const maxKept = 2_000;
const maxFiles = 200;

/** Restores LINE's state of an earlier run from the folder, and saves it from then on. `close` saves a last time. */
export async function keepLine(sandbox: LineSandbox, folder: string): Promise<{ close(): Promise<void> }> {
  const file = keptFile<StoredLine>(join(folder, "line.json"), () => keptOf(sandbox), sandbox.log);
  const kept = await file.read();
  if (kept) bringBack(sandbox, kept);
  sandbox.changed = () => file.changed();
  return file;
}

function bringBack(sandbox: LineSandbox, kept: StoredLine): void {
  for (const account of sandbox.accounts)
    Object.assign(
      account,
      kept.accounts.find(({ channelId }) => channelId === account.channelId),
    );
  for (const person of kept.people)
    sandbox.people.set(person.userId, { ...person, relations: new Map(person.relations) });
  for (const [key, messages] of kept.chats) sandbox.chats.set(key, messages);
  for (const [id, { bytes, contentType }] of kept.content)
    sandbox.content.set(id, { bytes: Buffer.from(bytes, "base64"), contentType, readyAt: 0 });
  for (const [key, accepted] of kept.accepted) sandbox.accepted.set(key, accepted);
  for (const { channelId, about, body } of kept.waiting) {
    const account = sandbox.accounts.find((one) => one.channelId === channelId);
    const { events } = JSON.parse(body) as { events: Record<string, unknown>[] };
    if (account) deliver(sandbox, account, events, about);
  }
}

function keptOf(sandbox: LineSandbox): StoredLine {
  return {
    version: 1,
    accounts: sandbox.accounts.map(({ channelId, quotaLimit, quotaUsed, tokenRevoked, webhookActive }) => ({
      channelId,
      quotaLimit,
      quotaUsed,
      tokenRevoked,
      webhookActive,
    })),
    people: [...sandbox.people.values()].map((person) => ({ ...person, relations: [...person.relations] })),
    chats: [...sandbox.chats],
    content: [...sandbox.content]
      .slice(-maxFiles)
      .map(([id, { bytes, contentType }]) => [id, { bytes: bytes.toString("base64"), contentType }]),
    accepted: [...sandbox.accepted].slice(-maxKept),
    waiting: sandbox.deliveries
      .filter(({ state }) => state === "waiting")
      .map(({ channelId, about, body }) => ({ channelId, about, body })),
  };
}
