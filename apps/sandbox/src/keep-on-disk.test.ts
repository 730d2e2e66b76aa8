import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildChannel, type Receiver, runSandbox, startReceiver } from "./testing/run-sandbox.ts";

const CUSTOMER = "886912345678";

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

  it("brings back people, messages and files", async () => {
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
    await vi.waitFor(() =>
      expect(second.statusesOf(reply.id).map(({ status }) => status)).toEqual(["sent", "delivered"]),
    );
    await second.close();
  });

  it("goes on with what was under way: webhooks that nobody took, statuses that were to come", async () => {
    const channels = [buildChannel("http://127.0.0.1:9/nobody")];
    const first = await runSandbox({ dataDir, channels, timing: { sentMs: 60_000, deliveredMs: 60_000 } });
    const { body } = await first.write(CUSTOMER);
    const { id } = await first.send(CUSTOMER, { biz_opaque_callback_data: "m-1" });
    await first.close();
    const second = await runSandbox({ dataDir, channels: [buildChannel(receiver.url)] });
    await vi.waitFor(() => {
      const values = receiver.received.flatMap(({ payload }) =>
        payload.entry.flatMap((entry) => entry.changes.map((change) => change.value)),
      );
      expect(values.flatMap((value) => value.messages ?? []).map((message) => message.id)).toEqual([body.id]);
      expect(values.flatMap((value) => value.statuses ?? [])).toMatchObject([
        { id, status: "sent", biz_opaque_callback_data: "m-1" },
        { id, status: "delivered" },
      ]);
    });
    await second.close();
  });

  it("puts a broken file aside and starts", async () => {
    await writeFile(join(dataDir, "whatsapp.json"), '{"version":1,"customers":[');
    const sandbox = await runSandbox({ dataDir });
    expect((await sandbox.write(CUSTOMER)).status).toBe(201);
    await sandbox.close();
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(["whatsapp.json", "whatsapp.json.unreadable"]));
  });
});
