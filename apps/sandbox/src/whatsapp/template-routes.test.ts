import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ACCOUNT_ID,
  type Answer,
  errorOf,
  PHONE_NUMBER_ID,
  type RunningTestSandbox,
  runSandbox,
} from "../testing/run-sandbox.ts";

const CUSTOMER = "886912345678";
const body = (text: string) => ({ type: "BODY", text });
const first = [body("您好，課程已經排好了。")];
const second = [body("您好，課程時間有更動，請看課表。")];

describe("templates under review", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
    await sandbox.control("PATCH", "/switches", { reviewMs: 0 });
  });

  afterEach(() => sandbox.close());

  async function create(components: unknown[] = first, category = "UTILITY"): Promise<Answer> {
    const template = { name: "course_notice", language: "zh_TW", category, components };
    return sandbox.graph("POST", `/${ACCOUNT_ID}/message_templates`, template);
  }
  const now = async (id: string) => (await sandbox.graph("GET", `/${id}`)).body;
  const becomes = (id: string, status: string) => expect.poll(() => now(id)).toMatchObject({ status });
  const edit = (id: string, change: object) => sandbox.graph("POST", `/${id}`, change);
  const news = () =>
    sandbox.receiver.received
      .flatMap(({ payload }) => payload.entry.flatMap(({ changes }) => changes))
      .filter(({ field }) => field === "message_template_status_update")
      .map(({ value }) => value as unknown as { event: string; reason: string; rejection_info?: object });

  it("are locked, then approved, which a webhook reports", async () => {
    await sandbox.control("PATCH", "/switches", { reviewMs: 3000 });
    const { id } = (await create()).body;
    const locked = await edit(String(id), { components: second });
    expect([locked.status, errorOf(locked).code]).toEqual([400, 100]);
    await becomes(String(id), "APPROVED");
    await expect.poll(() => news()).toMatchObject([{ event: "APPROVED", reason: "NONE" }]);
    const [entry] = sandbox.receiver.received.flatMap(({ payload }) => payload.entry);
    expect(entry).toMatchObject({ time: expect.any(Number) });
  });

  it("are rejected with a reason, and can be edited until they are approved", async () => {
    const { id } = (await create([body("這一則會被拒絕。")])).body;
    await becomes(String(id), "REJECTED");
    await expect
      .poll(() => news())
      .toMatchObject([{ event: "REJECTED", reason: "INVALID_FORMAT", rejection_info: {} }]);
    expect((await edit(String(id), { components: [body("還是會被拒絕。")], category: "MARKETING" })).status).toBe(200);
    await expect.poll(() => news()).toHaveLength(2);
    expect(await now(String(id))).toMatchObject({ status: "REJECTED", category: "MARKETING" });
    expect((await edit(String(id), { components: second })).status).toBe(200);
    await becomes(String(id), "APPROVED");
    expect(await now(String(id))).toMatchObject({ components: second });
  });

  it("stay usable while an edit is under review, and keep their category", async () => {
    const { id } = (await create()).body;
    await becomes(String(id), "APPROVED");
    const moved = await edit(String(id), { components: second, category: "MARKETING" });
    expect(errorOf(moved).error_data.details).toContain("category");
    await sandbox.control("PATCH", "/switches", { reviewMs: 600_000 });
    expect((await edit(String(id), { components: second, category: "UTILITY" })).status).toBe(200);
    const template = { name: "course_notice", language: { code: "zh_TW" } };
    const sent = await sandbox.send(CUSTOMER, { type: "template", template });
    expect(sent.status).toBe(200);
    const { messages } = (await sandbox.control("GET", `/customers/${CUSTOMER}/messages`)).body;
    expect(JSON.stringify(messages)).toContain("課程已經排好了");
  });

  it("can be edited once in 24 hours after approval", async () => {
    const { id } = (await create()).body;
    await becomes(String(id), "APPROVED");
    expect((await edit(String(id), { components: second })).status).toBe(200);
    await becomes(String(id), "APPROVED");
    const again = await edit(String(id), { components: first });
    expect([again.status, errorOf(again).error_data.details]).toEqual([400, expect.stringContaining("24 hours")]);
    expect(JSON.stringify(await now(String(id)))).not.toContain("revisedAt");
  });

  it("need an uploaded sample for a picture, and can only be sent with a picture", async () => {
    const header = (handle: string) => ({ type: "HEADER", format: "IMAGE", example: { header_handle: [handle] } });
    expect((await create([header("4::nobody"), ...first])).status).toBe(400);
    const session = await sandbox.graph("POST", "/300000000000001/uploads?file_length=4&file_type=image/png", {});
    const upload = await fetch(`${sandbox.url}/v23.0/${String(session.body.id)}`, {
      method: "POST",
      headers: { authorization: "OAuth demo-access-token", "content-type": "application/octet-stream" },
      body: "1234",
    });
    const { h } = (await upload.json()) as { h: string };
    const { id } = (await create([header(h), ...first])).body;
    await becomes(String(id), "APPROVED");
    const template = { name: "course_notice", language: { code: "zh_TW" } };
    const bare = await sandbox.send(CUSTOMER, { type: "template", template });
    expect([bare.status, errorOf(bare).code]).toEqual([400, 132012]);
    const file = new FormData();
    file.set("messaging_product", "whatsapp");
    file.set("type", "image/png");
    file.set("file", new Blob(["1234"], { type: "image/png" }), "a.png");
    const media = await fetch(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}/media`, {
      method: "POST",
      headers: { authorization: "Bearer demo-access-token" },
      body: file,
    });
    const image = (await media.json()) as { id: string };
    const components = [{ type: "header", parameters: [{ type: "image", image }] }];
    expect((await sandbox.send(CUSTOMER, { type: "template", template: { ...template, components } })).status).toBe(
      200,
    );
    const { messages } = (await sandbox.control("GET", `/customers/${CUSTOMER}/messages`)).body;
    expect(messages).toMatchObject([{ preview: { headerMedia: { kind: "image", id: image.id } } }]);
  });
});
