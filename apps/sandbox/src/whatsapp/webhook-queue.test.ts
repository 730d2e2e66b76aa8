import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { APP_SECRET, buildChannel, type Receiver, startReceiver } from "../testing/run-sandbox.ts";
import type { Channel } from "./channel.ts";
import { signBody } from "./signed-json.ts";
import { WebhookQueue } from "./webhook-queue.ts";

describe("posting webhooks", () => {
  let receiver: Receiver;
  let queue: WebhookQueue;
  let channel: Channel;

  beforeEach(async () => {
    receiver = await startReceiver();
    queue = new WebhookQueue({ retryDelaysMs: [10, 10, 10], timeoutMs: 60_000, maxAtOnce: 4 });
    channel = {
      ...buildChannel(receiver.url),
      name: "Demo",
      tokenExpired: false,
      newToken: "",
      quality: "GREEN" as const,
      limit: "",
    };
  });

  afterEach(async () => {
    queue.stop();
    await receiver.close();
  });

  const settled = (id: number) =>
    vi.waitFor(
      () => {
        const delivery = queue.recent().find((one) => one.id === id);
        expect(delivery?.state).not.toBe("waiting");
        return delivery;
      },
      { timeout: 60_000, interval: 5 },
    );

  it("signs the bytes that it sends", async () => {
    const { id } = queue.post(
      channel,
      { object: "whatsapp_business_account", entry: [], note: "中文/é" },
      "message text",
    );
    expect(await settled(id)).toMatchObject({ state: "delivered", attempts: 1, lastStatus: 200 });
    const [got] = receiver.received;
    expect(got?.body).toContain("\\u4e2d\\u6587\\/\\u00e9");
    expect(got?.headers["x-hub-signature-256"]).toBe(signBody(got?.body ?? "", APP_SECRET));
    expect(got?.headers["content-type"]).toBe("application/json");
  });

  it("repeats until the answer is 200, with the same bytes", async () => {
    receiver.answers.push(500, "cut", 302);
    const { id, body } = queue.post(channel, { n: 1 }, "message text");
    expect(await settled(id)).toMatchObject({ state: "delivered", attempts: 4 });
    expect(receiver.received.map((got) => got.body)).toEqual([body]);
  });

  it("gives up after the last pause and can be asked to send again", async () => {
    receiver.answers.push(500, 500, 500, 500);
    const { id } = queue.post(channel, { n: 1 }, "message text");
    expect(await settled(id)).toMatchObject({ state: "given up", attempts: 4, lastStatus: 500 });
    // The receiver has a delivery a moment before the queue hears its answer.
    await expect.poll(() => queue.waiting()).toBe(0);
    expect(queue.resend(id)).toBe(true);
    expect(await settled(id)).toMatchObject({ state: "delivered" });
    expect(queue.resend(999)).toBe(false);
  });

  it("keeps deliveries that were not accepted", () => {
    queue.stop();
    queue.post(channel, { n: 1 }, "status sent");
    expect(queue.unfinished()).toEqual([
      { phoneNumberId: channel.phoneNumberId, body: '{"n":1}', about: "status sent" },
    ]);
  });

  it("delivers at once when the receiver is back, even during a long pause", async () => {
    const patient = new WebhookQueue({ retryDelaysMs: [60_000], timeoutMs: 60_000, maxAtOnce: 4 });
    const port = Number(new URL(receiver.url).port);
    await receiver.close();
    patient.post(channel, { n: 1 }, "message text");
    await expect.poll(() => patient.recent()[0]?.lastStatus).toBe(0);
    receiver = await startReceiver(port);
    patient.post(channel, { n: 2 }, "message text");
    await expect.poll(() => receiver.received.map((got) => got.body).toSorted()).toEqual(['{"n":1}', '{"n":2}']);
    patient.stop();
  });

  it("sends all deliveries, never more at once than allowed", async () => {
    for (let n = 0; n < 500; n += 1) queue.post(channel, { n }, "message text");
    await expect.poll(() => receiver.received).toHaveLength(500);
    expect(new Set(receiver.received.map((got) => got.body)).size).toBe(500);
    // The receiver has a delivery a moment before the queue hears its answer.
    await expect.poll(() => queue.waiting()).toBe(0);
  });
});
