/** The fields of a WhatsApp channel that the webhook needs. */
export interface WebhookChannel {
  organizationId: string;
  channelId: string;
  /** The phone_number_id. */
  externalId: string;
  businessAccountId: string;
  appSecret: string;
  verifyToken: string;
}

/** Finds channels for the webhook, over all organisations and without a signed-in actor. */
export interface WebhookChannels {
  /** Every enabled channel that has one of these numbers or belongs to one of these accounts. */
  findByExternalIds(
    phoneNumberIds: readonly string[],
    businessAccountIds: readonly string[],
  ): Promise<readonly WebhookChannel[]>;
  /** The secrets of every enabled channel. */
  credentials(): Promise<readonly Pick<WebhookChannel, "verifyToken" | "appSecret">[]>;
}

interface CachedValue<T> {
  value: Promise<T>;
  until: number;
}

const foundForMs = 5_000;
/** Short, so that a new channel gets its first message. */
const missingForMs = 1_000;
const maxRemembered = 10_000;

/** Caches results for a few seconds, also misses, and shares one lookup among simultaneous callers. */
export function rememberChannels(channels: WebhookChannels, clock: () => number = Date.now): WebhookChannels {
  const byKey = new Map<string, CachedValue<readonly WebhookChannel[]>>();
  let credentials: CachedValue<Awaited<ReturnType<WebhookChannels["credentials"]>>> | undefined;

  async function findByExternalIds(phoneNumberIds: readonly string[], businessAccountIds: readonly string[]) {
    const keys = [...phoneNumberIds.map((id) => `number ${id}`), ...businessAccountIds.map((id) => `account ${id}`)];
    const missing = new Set(keys.filter((key) => (byKey.get(key)?.until ?? 0) <= clock()));
    if (missing.size > 0) {
      ask(
        missing,
        phoneNumberIds.filter((id) => missing.has(`number ${id}`)),
        businessAccountIds.filter((id) => missing.has(`account ${id}`)),
      );
    }
    const found = await Promise.all(keys.map(async (key) => byKey.get(key)?.value ?? []));
    return [...new Map(found.flat().map((channel) => [channel.channelId, channel])).values()];
  }

  function ask(keys: ReadonlySet<string>, phoneNumberIds: string[], businessAccountIds: string[]): void {
    if (byKey.size + keys.size > maxRemembered) byKey.clear();
    const answer = channels.findByExternalIds(phoneNumberIds, businessAccountIds);
    for (const key of keys) {
      const entry: CachedValue<readonly WebhookChannel[]> = {
        value: answer.then((found) => found.filter((channel) => hasKey(channel, key))),
        until: clock() + foundForMs,
      };
      byKey.set(key, entry);
      entry.value.then(
        (found) => {
          if (found.length === 0) entry.until = clock() + missingForMs;
        },
        () => {
          if (byKey.get(key) === entry) byKey.delete(key);
        },
      );
    }
  }

  async function allCredentials() {
    if (credentials === undefined || credentials.until <= clock()) {
      const asked = { value: channels.credentials(), until: clock() + missingForMs };
      credentials = asked;
      asked.value.catch(() => {
        if (credentials === asked) credentials = undefined;
      });
    }
    return credentials.value;
  }

  return { findByExternalIds, credentials: allCredentials };
}

function hasKey(channel: WebhookChannel, key: string): boolean {
  return key === `number ${channel.externalId}` || key === `account ${channel.businessAccountId}`;
}
