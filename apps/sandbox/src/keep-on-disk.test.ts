import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { demoLineAccount } from "./line/account.ts";
import { buildChannel, type Receiver, runSandbox, startReceiver } from "./testing/run-sandbox.ts";

const CUSTOMER = "886912345678";
/** No pause ends before the sandbox stops, so no delivery is given up meanwhile. */
const patient = { retryDelaysMs: [600_000] };

function lineControl(url: string) {
  return async (method: string, path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`${url}/sandbox/line/api${path}`, {
      method,
      ...(method !== "GET" && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}

describe("keeping chats over a restart", () => {
  let dataDir: string;
  let receiver: Receiver;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "homeroom-keep-"));
    receiver = await startReceiver();
  });

  afterEach(async () => {
    await receiver.close();
    await rm(dataDir, { recursive: true });
  });

  it("restores people, messages and files", async () => {
    const first = await runSandbox({ dataDir });
    await first.control("POST", "/customers", { name: "王小明", phone: "886911222333" });
    const { body } = await first.write("886911222333", { type: "image", sample: true, caption: "課本" });
    await first.close();
    const second = await runSandbox({ dataDir });
    const chat = await second.control("GET", "/customers/886911222333/messages");
    expect(chat.body).toMatchObject({ customer: { name: "王小明" }, messages: [{ id: body.id, kind: "image" }] });
    const media = (body.image as { id: string }).id;
    expect((await fetch(`${second.url}/sandbox/api/media/${media}`)).headers.get("content-type")).toBe("image/jpeg");
    const reply = await second.send("886911222333", { context: { message_id: body.id } });
    await expect.poll(() => second.statusesOf(reply.id).map(({ status }) => status)).toEqual(["sent", "delivered"]);
    await second.close();
  });

  it("continues with webhooks that were not accepted and statuses that were still to come", async () => {
    const channels = [buildChannel("http://127.0.0.1:9/nobody")];
    const first = await runSandbox({
      ...patient,
      dataDir,
      channels,
      timing: { sentMs: 600_000, deliveredMs: 600_000 },
    });
    const { body } = await first.write(CUSTOMER);
    const { id } = await first.send(CUSTOMER, { biz_opaque_callback_data: "m-1" });
    await first.close();
    const second = await runSandbox({ dataDir, channels: [buildChannel(receiver.url)] });
    await vi.waitFor(
      () => {
        const values = receiver.received.flatMap(({ payload }) =>
          payload.entry.flatMap((entry) => entry.changes.map((change) => change.value)),
        );
        expect(values.flatMap((value) => value.messages ?? []).map((message) => message.id)).toEqual([body.id]);
        expect(values.flatMap((value) => value.statuses ?? [])).toMatchObject([
          { id, status: "sent", biz_opaque_callback_data: "m-1" },
          { id, status: "delivered" },
        ]);
      },
      { timeout: 180_000 },
    );
    await second.close();
  });

  it("restores LINE's people, friends, chats, files and quota, and delivers what was not accepted", async () => {
    const lineAccounts = [{ ...demoLineAccount, webhookUrl: "http://127.0.0.1:9/nobody" }];
    const first = await runSandbox({ ...patient, dataDir, lineAccounts });
    const line = lineControl(first.url);
    const { userId } = (await line("POST", "/people", { name: "林小雨" })) as { userId: string };
    await line("POST", `/people/${userId}/follow`);
    const picture = (await line("POST", `/people/${userId}/messages`, { type: "image" })) as { id: string };
    await line("PATCH", `/accounts/${demoLineAccount.channelId}`, { quotaUsed: 41 });
    await first.close();

    const again = [{ ...demoLineAccount, webhookUrl: receiver.url }];
    const second = await runSandbox({ dataDir, lineAccounts: again });
    const chat = (await lineControl(second.url)("GET", `/people/${userId}/messages`)) as { messages: object[] };
    expect(chat).toMatchObject({ person: { relations: { [demoLineAccount.channelId]: "friend" } } });
    expect(chat.messages).toMatchObject([{ id: picture.id, body: { type: "image" } }]);
    expect(await lineControl(second.url)("GET", "/state")).toMatchObject({ accounts: [{ quotaUsed: 41 }] });
    const headers = { authorization: `Bearer ${demoLineAccount.accessToken}` };
    const content = await fetch(`${second.url}/v2/bot/message/${picture.id}/content`, { headers });
    expect([content.status, (await content.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
    await vi.waitFor(
      () => {
        const told = receiver.received.flatMap(
          ({ payload }) => (payload as unknown as { events: { type: string }[] }).events,
        );
        // Both are posted at once, and a late one is posted again: either can be first.
        expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["follow", "message"]));
      },
      { timeout: 180_000 },
    );
    await second.close();
  });

  it("moves a broken file aside and starts", async () => {
    await writeFile(join(dataDir, "whatsapp.json"), '{"version":1,"customers":[');
    const sandbox = await runSandbox({ dataDir });
    expect((await sandbox.write(CUSTOMER)).status).toBe(201);
    await sandbox.close();
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(["whatsapp.json", "whatsapp.json.unreadable"]));
  });
});
