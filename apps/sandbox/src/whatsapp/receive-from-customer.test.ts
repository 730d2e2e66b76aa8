import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningTestSandbox, runSandbox, valuesOf } from "../testing/run-sandbox.ts";
import { webhookValidator } from "../testing/webhook-schema.ts";

const CUSTOMER = "886912345678";
const validate = webhookValidator();

describe("what customers send", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
    await sandbox.write(CUSTOMER);
    await sandbox.send(CUSTOMER);
    await expect.poll(() => sandbox.receiver.received).toHaveLength(3);
    sandbox.receiver.received.length = 0;
  });

  afterEach(() => sandbox.close());

  const receive = async (draft: Record<string, unknown>) => {
    const { status, body } = await sandbox.write(CUSTOMER, draft);
    expect(status, JSON.stringify(body)).toBe(201);
    await expect.poll(() => sandbox.inbound().map((message) => message.id)).toContain(body.id);
    const got = sandbox.receiver.received.at(-1);
    expect(validate(got?.payload) ? [] : validate.errors).toEqual([]);
    return { message: sandbox.inbound().at(-1), value: valuesOf(got?.payload ?? { object: "", entry: [] })[0] };
  };

  it.each([
    { type: "text", text: "您好 👋 / שלום" },
    { type: "text", text: "轉傳", forwarded: true },
    { type: "image", sample: true, caption: "課本" },
    { type: "video", sample: true },
    { type: "audio", sample: true },
    { type: "document", sample: true },
    { type: "sticker", sample: true },
    { type: "location" },
    { type: "contacts" },
    { type: "order" },
    { type: "system" },
    { type: "unsupported" },
    { type: "request_welcome" },
    { type: "reaction" },
    { type: "reaction", emoji: "" },
    { type: "button", text: "會準時到", payload: "YES" },
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "1", title: "週三", description: "" } },
    },
    {
      type: "interactive",
      interactive: { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent", response_json: '{"a":1}' } },
    },
  ])("$type fits Meta's schema", async (draft) => {
    const { value, message } = await receive(draft);
    expect(message).toMatchObject({ type: draft.type, from: CUSTOMER });
    expect(value?.contacts?.[0]?.wa_id).toBe(draft.type === "system" ? undefined : CUSTOMER);
  });

  it("sends edits and revokes, and shows them on the phone", async () => {
    const { message } = await receive({ type: "text", text: "星期三" });
    const edit = await receive({ type: "edit", originalId: message?.id, text: "星期四" });
    expect(edit.message).toMatchObject({
      edit: { original_message_id: message?.id, message: { text: { body: "星期四" } } },
    });
    const edited = await lastShown();
    expect(edited).toMatchObject({ id: message?.id, body: { body: "星期四" }, edited: true });
    await receive({ type: "revoke", originalId: message?.id });
    expect(await lastShown()).toMatchObject({ id: message?.id, revoked: true });
    expect((await sandbox.write(CUSTOMER, { type: "revoke", originalId: "wamid.unknown" })).status).toBe(400);
  });

  it("reports what the centre wrote in the WhatsApp Business app, and shows it on the phone", async () => {
    const { status, body } = await sandbox.control("POST", `/customers/${CUSTOMER}/echoes`, { text: "星期六見！" });
    expect(status).toBe(201);
    await expect.poll(() => sandbox.receiver.received).toHaveLength(1);
    const [change] = sandbox.receiver.received[0]?.payload.entry[0]?.changes ?? [];
    expect(change).toMatchObject({
      field: "smb_message_echoes",
      value: { message_echoes: [{ to: CUSTOMER, id: body.id, type: "text", text: { body: "星期六見！" } }] },
    });
    expect(await lastShown()).toMatchObject({ id: body.id, from: "business", body: { body: "星期六見！" } });
    expect((await sandbox.control("POST", `/customers/${CUSTOMER}/echoes`, { text: " " })).status).toBe(400);
  });

  it("reports the ad that a customer came from, and opens 72 hours once it is answered", async () => {
    const { message } = await receive({ type: "text", text: "看到廣告", referral: true });
    expect(message?.referral).toMatchObject({
      source_type: "ad",
      source_id: expect.any(String),
      ctwa_clid: expect.any(String),
    });
    await sandbox.send(CUSTOMER);
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { lastInboundAt: Date.now() - 30 * 3_600_000 });
    const { id } = await sandbox.send(CUSTOMER);
    await expect
      .poll(() => sandbox.statusesOf(id))
      .toMatchObject([{ status: "sent", pricing: { type: "free_entry_point", billable: false } }, {}]);
  });

  it("quotes the message that is answered", async () => {
    const { id } = await sandbox.send(CUSTOMER);
    const { message } = await receive({ type: "text", text: "好", quotedId: id });
    expect(message?.context).toEqual({ from: "886277000001", id });
  });

  it("hides the number of people with only a username", async () => {
    const { body } = await sandbox.write("rainy.taipei", { type: "text", text: "您好" });
    await expect.poll(() => sandbox.inbound()).toHaveLength(1);
    expect(body).not.toHaveProperty("from");
    const [value] = valuesOf(sandbox.receiver.received[0]?.payload ?? { object: "", entry: [] });
    expect(value?.contacts?.[0]).toEqual({
      profile: { name: "小雨", username: "rainy.taipei" },
      user_id: body.from_user_id,
    });
  });

  it("announces a new number, and writes from it afterwards", async () => {
    const before = (await sandbox.write(CUSTOMER)).body;
    const { body } = await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { phone: "+886 955 000 111" });
    await expect.poll(() => sandbox.inbound().at(-1)?.type).toBe("system");
    expect(sandbox.inbound().at(-1)).toMatchObject({
      from: CUSTOMER,
      system: { type: "user_changed_number", wa_id: "886955000111", user_id: body.userId },
    });
    expect(body.userId).not.toBe(before.from_user_id);
    const after = await sandbox.write(CUSTOMER);
    expect(after.body).toMatchObject({ from: "886955000111", from_user_id: body.userId });
  });

  it("stops and resumes marketing", async () => {
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { marketing: "stop" });
    await expect.poll(() => sandbox.receiver.received).toHaveLength(1);
    expect(sandbox.receiver.received[0]?.payload.entry[0]?.changes[0]).toMatchObject({
      field: "user_preferences",
      value: { user_preferences: [{ wa_id: CUSTOMER, value: "stop", category: "marketing_messages" }] },
    });
  });

  it("accepts attachments from a form", async () => {
    const form = new FormData();
    form.append("caption", "成績單");
    form.append("file", new Blob(["%PDF-1.4"], { type: "application/pdf" }), "成績單.pdf");
    const answer = await fetch(`${sandbox.url}/sandbox/api/customers/${CUSTOMER}/attachments`, {
      method: "POST",
      body: form,
    });
    expect(await answer.json()).toMatchObject({
      type: "document",
      document: { filename: "成績單.pdf", caption: "成績單", mime_type: "application/pdf" },
    });
  });

  it("sets ticks by the answer to the webhook", async () => {
    sandbox.receiver.answers.push(500, 500, 500, 500);
    await sandbox.write(CUSTOMER, { type: "text", text: "沒人收" });
    await expect.poll(() => lastShown()).toMatchObject({ state: "failed" });
    await sandbox.write(CUSTOMER, { type: "text", text: "有人收" });
    await expect.poll(() => lastShown()).toMatchObject({ state: "delivered" });
  });

  const lastShown = async () => {
    const { body } = await sandbox.control("GET", `/customers/${CUSTOMER}/messages`);
    return (body.messages as Record<string, unknown>[]).at(-1);
  };
});
