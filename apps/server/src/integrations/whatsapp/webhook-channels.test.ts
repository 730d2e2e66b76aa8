import { beforeEach, describe, expect, test } from "vitest";
import { rememberChannels, type WebhookChannel } from "./webhook-channels.ts";

const channel: WebhookChannel = {
  organizationId: "org-1",
  channelId: "north",
  externalId: "1",
  businessAccountId: "9",
  appSecret: "s",
  verifyToken: "t",
};

let now: number;
let asked: string[];
let known: WebhookChannel[];
let failing: boolean;

beforeEach(() => {
  now = 0;
  asked = [];
  known = [channel];
  failing = false;
});

const remembered = () =>
  rememberChannels(
    {
      findByExternalIds: async (numbers, accounts) => {
        asked.push([...numbers, ...accounts].join("+"));
        if (failing) throw new Error("the database is away");
        return known.filter((each) => numbers.includes(each.externalId) || accounts.includes(each.businessAccountId));
      },
      credentials: async () => {
        asked.push("credentials");
        return known;
      },
    },
    () => now,
  );

describe("cached channels", () => {
  test("are queried once for simultaneous calls, and again after five seconds", async () => {
    const channels = remembered();
    await Promise.all([channels.findByExternalIds(["1"], []), channels.findByExternalIds(["1"], [])]);
    now = 4_999;
    expect(await channels.findByExternalIds(["1"], [])).toEqual([channel]);
    expect(asked).toEqual(["1"]);
    now = 5_000;
    await channels.findByExternalIds(["1"], []);
    expect(asked).toEqual(["1", "1"]);
  });

  test("are found by number and by account, once each; only unknown ones are queried", async () => {
    const channels = remembered();
    await channels.findByExternalIds(["1"], []);
    expect(await channels.findByExternalIds(["1", "2"], ["9"])).toEqual([channel]);
    expect(asked).toEqual(["1", "2+9"]);
  });

  test("are cached as missing for only a second, so that a new channel is found soon", async () => {
    known = [];
    const channels = remembered();
    expect(await channels.findByExternalIds(["1"], [])).toEqual([]);
    expect(await channels.findByExternalIds(["1"], [])).toEqual([]);
    expect(asked).toHaveLength(1);
    known = [channel];
    now = 1_000;
    expect(await channels.findByExternalIds(["1"], [])).toEqual([channel]);
  });

  test("are queried again after a failure", async () => {
    failing = true;
    const channels = remembered();
    await expect(channels.findByExternalIds(["1"], ["9"])).rejects.toThrow("away");
    failing = false;
    expect(await channels.findByExternalIds(["1"], ["9"])).toEqual([channel]);
  });

  test("do not accumulate with many ids", async () => {
    const channels = remembered();
    for (let round = 0; round < 3; round += 1) {
      await channels.findByExternalIds(
        Array.from({ length: 6_000 }, (_, index) => `${round}-${index}`),
        [],
      );
    }
    expect(await channels.findByExternalIds(["1"], [])).toEqual([channel]);
  });

  test("return credentials that are at most a second old", async () => {
    const channels = remembered();
    expect(await channels.credentials()).toMatchObject([{ verifyToken: "t" }]);
    await channels.credentials();
    now = 1_000;
    await channels.credentials();
    expect(asked).toEqual(["credentials", "credentials"]);
  });
});
