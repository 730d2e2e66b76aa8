import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorOf, PHONE_NUMBER_ID, type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";
import { type BehaviourName, specialNumber } from "./behaviours.ts";

describe("special numbers", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
  });

  afterEach(() => sandbox.close());

  /** Writes to a special number that has written first, so that the window is open. */
  const sendTo = async (name: BehaviourName, fields: Record<string, unknown> = {}) => {
    await sandbox.write(specialNumber(name));
    return sandbox.send(specialNumber(name), fields);
  };
  const statuses = (id: string) => sandbox.statusesOf(id).map(({ status }) => status);
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 120));

  it.each([
    ["blocked", 131026],
    ["notOnWhatsApp", 131026],
    ["spam", 131048],
  ] as const)("%s: accepted, then failed with %i", async (name, code) => {
    const { status, id } = await sendTo(name);
    expect(status).toBe(200);
    await expect.poll(() => sandbox.statusesOf(id)).toMatchObject([{ status: "failed", errors: [{ code }] }]);
  });

  it.each([
    ["tokenExpired", 401, 190],
    ["policyBlock", 403, 368],
    ["rateLimited", 429, 130429],
    ["pairRate", 400, 131056],
  ] as const)("%s: refused with HTTP %i and %i", async (name, status, code) => {
    const answer = await sendTo(name);
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
  });

  it("failsTwice: the third attempt succeeds, then it starts over", async () => {
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push((await sendTo("failsTwice")).status);
    expect(codes).toEqual([500, 500, 200, 500]);
  });

  it.each([
    ["marketingCap", 131049],
    ["marketingStopped", 131050],
    ["experiment", 130472],
  ] as const)("%s: only marketing templates fail, with %i", async (name, code) => {
    const text = await sendTo(name);
    await expect.poll(() => statuses(text.id)).toEqual(["sent", "delivered"]);
    const offer = await sendTo(name, marketingTemplate);
    await expect.poll(() => sandbox.statusesOf(offer.id)).toMatchObject([{ status: "failed", errors: [{ code }] }]);
  });

  it("mediaFails: files fail, texts do not", async () => {
    const picture = await sendTo("mediaFails", { type: "image", image: { link: "https://example.com/a.jpg" } });
    await expect
      .poll(() => sandbox.statusesOf(picture.id))
      .toMatchObject([{ status: "failed", errors: [{ code: 131053 }] }]);
    const text = await sendTo("mediaFails");
    await expect.poll(() => statuses(text.id)).toEqual(["sent", "delivered"]);
  });

  it("duplicates: every webhook comes twice", async () => {
    const { id } = await sendTo("duplicates");
    await expect.poll(() => statuses(id)).toEqual(["sent", "sent", "delivered", "delivered"]);
    expect(sandbox.inbound().map((message) => message.id)).toHaveLength(2);
    expect(new Set(sandbox.inbound().map((message) => message.id)).size).toBe(1);
  });

  it("reversed: read before delivered before sent", async () => {
    const { id } = await sendTo("reversed");
    await expect.poll(() => statuses(id)).toEqual(["read", "delivered", "sent"]);
  });

  it("lost: accepted, without any status afterwards", async () => {
    const { status, id } = await sendTo("lost");
    await quiet();
    expect([status, statuses(id)]).toEqual([200, []]);
  });

  it("readOnly: read without delivered", async () => {
    const { id } = await sendTo("readOnly");
    await expect.poll(() => statuses(id)).toEqual(["sent", "read"]);
  });

  it("cut: accepts the message and cuts the connection", async () => {
    await expect(sendTo("cut", { biz_opaque_callback_data: "m-1" })).rejects.toThrow();
    await vi.waitFor(
      () => {
        const all = sandbox.receiver.received.flatMap(
          ({ payload }) => payload.entry[0]?.changes[0]?.value.statuses ?? [],
        );
        expect(all).toMatchObject([{ status: "sent", biz_opaque_callback_data: "m-1" }, { status: "delivered" }]);
      },
      { timeout: 60_000 },
    );
  });

  it.each([
    ["hang", 0],
    ["hangTaken", 2],
  ] as const)("%s: no answer, and %i statuses", async (name, count) => {
    await sandbox.write(specialNumber(name));
    const text = { messaging_product: "whatsapp", to: specialNumber(name), type: "text", text: { body: "x" } };
    const asked = fetch(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}/messages`, {
      method: "POST",
      headers: { authorization: "Bearer demo-access-token", "content-type": "application/json" },
      body: JSON.stringify(text),
      signal: AbortSignal.timeout(250),
    });
    await expect(asked).rejects.toThrow();
    const all = sandbox.receiver.received.flatMap(({ payload }) => payload.entry[0]?.changes[0]?.value.statuses ?? []);
    expect(all).toHaveLength(count);
  });

  it("slow: answers after three seconds", async () => {
    const started = performance.now();
    expect((await sendTo("slow")).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(2_900);
  });
});

const marketingTemplate = {
  type: "template",
  template: {
    name: "term_offer",
    language: { code: "zh_TW" },
    components: [
      { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "林先生" },
          { type: "text", text: "9 月 15 日" },
        ],
      },
    ],
  },
};
