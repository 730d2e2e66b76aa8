import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ACCOUNT_ID,
  buildChannel,
  errorOf,
  PHONE_NUMBER_ID,
  type RunningTestSandbox,
  runSandbox,
} from "../testing/run-sandbox.ts";

const CUSTOMER = "886912345678";

describe("the Cloud API over HTTP", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
  });

  afterEach(() => sandbox.close());

  const statuses = (id: string) => sandbox.statusesOf(id).map(({ status }) => status);

  it("accepts a text and reports sent and delivered, with price and callback data", async () => {
    await sandbox.write(CUSTOMER);
    const { status, body, id } = await sandbox.send(CUSTOMER, { biz_opaque_callback_data: "message-1" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ messaging_product: "whatsapp", contacts: [{ input: CUSTOMER, wa_id: CUSTOMER }] });
    expect(id).toMatch(/^wamid\.[A-Za-z0-9+/=]+$/);
    await expect.poll(() => statuses(id)).toEqual(["sent", "delivered"]);
    expect(sandbox.statusesOf(id)[0]).toMatchObject({
      recipient_id: CUSTOMER,
      biz_opaque_callback_data: "message-1",
      pricing: { billable: false, category: "service", type: "free_customer_service" },
    });
  });

  it("answers every version of the path, and a path without a version", async () => {
    for (const prefix of ["/v19.0", "/v23.0", "/v26.0", ""]) {
      const answer = await fetch(`${sandbox.url}${prefix}/${PHONE_NUMBER_ID}?fields=display_phone_number`, {
        headers: { authorization: "Bearer demo-access-token" },
      });
      expect(await answer.json()).toEqual({ display_phone_number: "+886 2 7700 0001", id: PHONE_NUMBER_ID });
    }
  });

  it("refuses a wrong, a missing and an expired token with 401 and code 190", async () => {
    const wrong = await sandbox.graph("GET", `/${PHONE_NUMBER_ID}`, undefined, "wrong");
    expect([wrong.status, errorOf(wrong).code]).toEqual([401, 190]);
    const missing = await fetch(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}`);
    expect(missing.status).toBe(401);
    await sandbox.control("PATCH", `/channels/${PHONE_NUMBER_ID}`, { tokenExpired: true });
    const expired = await sandbox.graph("GET", `/${PHONE_NUMBER_ID}`);
    expect([expired.status, errorOf(expired)]).toMatchObject([401, { code: 190, error_subcode: 463 }]);
  });

  it("does not let one number's token use another number", async () => {
    await sandbox.close();
    sandbox = await runSandbox({
      channels: [
        buildChannel("http://127.0.0.1:9/a"),
        buildChannel("http://127.0.0.1:9/b", { phoneNumberId: "100000000000002", accessToken: "other-token" }),
      ],
    });
    const answer = await sandbox.graph("GET", "/100000000000002");
    expect([answer.status, errorOf(answer)]).toMatchObject([400, { code: 100, error_subcode: 33 }]);
  });

  it("lets a token expire for all its numbers", async () => {
    await sandbox.close();
    const second = { phoneNumberId: "100000000000002" };
    const numbers = [buildChannel("http://127.0.0.1:9/a"), buildChannel("http://127.0.0.1:9/b", second)];
    sandbox = await runSandbox({ channels: numbers });
    await sandbox.control("PATCH", `/channels/${PHONE_NUMBER_ID}`, { tokenExpired: true });
    for (const id of [PHONE_NUMBER_ID, second.phoneNumberId])
      expect(errorOf(await sandbox.graph("GET", `/${id}`)).code).toBe(190);
    const renewed = await sandbox.graph("GET", `/${PHONE_NUMBER_ID}`, undefined, "demo-access-token-new");
    expect(renewed.status).toBe(200);
  });

  it("refuses invalid JSON, a body that is not an object and an unknown path in Graph's format", async () => {
    for (const body of ["{", "[1]", '"text"']) {
      const answer = await sandbox.graph("POST", `/${PHONE_NUMBER_ID}/messages`, body);
      expect([answer.status, errorOf(answer).code]).toEqual([400, 100]);
    }
    const unknown = await sandbox.graph("GET", `/${PHONE_NUMBER_ID}/nonsense`);
    expect([unknown.status, errorOf(unknown).code]).toEqual([400, 100]);
    expect(errorOf(await sandbox.graph("GET", "/123456789")).error_subcode).toBe(33);
  });

  it("accepts forms with JSON in their fields", async () => {
    await sandbox.write(CUSTOMER);
    const form = new URLSearchParams({
      messaging_product: "whatsapp",
      to: CUSTOMER,
      type: "text",
      text: '{"body":"hi"}',
    });
    const answer = await fetch(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}/messages`, {
      method: "POST",
      body: form,
      headers: { authorization: "Bearer demo-access-token" },
    });
    expect(answer.status).toBe(200);
  });

  it("after 24 hours, fails free text later with 131047 and delivers a template", async () => {
    const text = await sandbox.send(CUSTOMER);
    expect(text.status).toBe(200);
    await expect
      .poll(() => sandbox.statusesOf(text.id))
      .toMatchObject([{ status: "failed", errors: [{ code: 131047 }] }]);
    const template = await sandbox.send(CUSTOMER, templateSend(["陳小姐", "19:00", "信義分校"]));
    expect(template.body).toMatchObject({ messages: [{ message_status: "accepted" }] });
    await expect.poll(() => statuses(template.id)).toEqual(["sent", "delivered"]);
    expect(sandbox.statusesOf(template.id)[0]?.pricing).toMatchObject({ billable: true, category: "utility" });
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { lastInboundAt: Date.now() - 23 * 3_600_000 });
    const inside = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(inside.id)).toEqual(["sent", "delivered"]);
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { lastInboundAt: Date.now() - 25 * 3_600_000 });
    const outside = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(outside.id)).toEqual(["failed"]);
  });

  it("treats strangers' windows as open when set to do so", async () => {
    await sandbox.close();
    sandbox = await runSandbox({ strangersOpen: true });
    const stranger = await sandbox.send("85298765432");
    await expect.poll(() => statuses(stranger.id)).toEqual(["sent", "delivered"]);
    const known = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(known.id)).toEqual(["failed"]);
  });

  it("refuses unknown templates and wrong numbers of variables", async () => {
    const unknown = await sandbox.send(CUSTOMER, {
      type: "template",
      template: { name: "nope", language: { code: "zh_TW" } },
    });
    expect([unknown.status, errorOf(unknown).code]).toEqual([404, 132001]);
    expect(errorOf(await sandbox.send(CUSTOMER, templateSend(["one"]))).code).toBe(132000);
  });

  it("shows reading and typing to the customer", async () => {
    const first = await sandbox.write(CUSTOMER);
    const second = await sandbox.write(CUSTOMER);
    await expect.poll(() => sandbox.inbound()).toHaveLength(2);
    const receipt = {
      messaging_product: "whatsapp",
      status: "read",
      message_id: second.body.id,
      typing_indicator: { type: "text" },
    };
    expect(await sandbox.graph("POST", `/${PHONE_NUMBER_ID}/messages`, receipt)).toEqual({
      status: 200,
      body: { success: true },
    });
    const chat = await sandbox.control("GET", `/customers/${CUSTOMER}/messages`);
    expect(chat.body).toMatchObject({
      typing: true,
      messages: [{ id: first.body.id, state: "read" }, { state: "read" }],
    });
    const strange = await sandbox.graph("POST", `/${PHONE_NUMBER_ID}/messages`, { ...receipt, message_id: "wamid.x" });
    expect(errorOf(strange).code).toBe(100);
  });

  it("puts reactions on the message they are for", async () => {
    const { body } = await sandbox.write(CUSTOMER);
    const reaction = (emoji: string) =>
      sandbox.send(CUSTOMER, { type: "reaction", reaction: { message_id: body.id, emoji } });
    expect((await reaction("👍")).status).toBe(200);
    const shown = await sandbox.control("GET", `/customers/${CUSTOMER}/messages`);
    expect(shown.body).toMatchObject({ messages: [{ reactions: { business: "👍" } }] });
    await reaction("");
    const gone = await sandbox.control("GET", `/customers/${CUSTOMER}/messages`);
    expect(gone.body).toMatchObject({ messages: [{ reactions: {} }] });
  });

  it("adds strangers when the business writes first, and finds people by their business-scoped id", async () => {
    const stranger = await sandbox.send("85298765432", templateSend(["黃小姐", "10:00", "旺角"]));
    await expect.poll(() => statuses(stranger.id)).toContain("delivered");
    const { body } = await sandbox.control("POST", "/customers", { name: "小雲", username: "cloudy" });
    await sandbox.write(String(body.id));
    const byId = await sandbox.send("", { to: undefined, recipient: body.userId });
    expect(byId.body).toMatchObject({ contacts: [{ input: body.userId, user_id: body.userId }] });
    await expect.poll(() => statuses(byId.id)).toEqual(["sent", "delivered"]);
    expect(sandbox.statusesOf(byId.id)[0]).not.toHaveProperty("recipient_id");
  });

  it("lists, creates, reviews and deletes templates", async () => {
    const list = await sandbox.graph("GET", `/${ACCOUNT_ID}/message_templates?limit=2`);
    expect(list.body).toMatchObject({ data: [{ status: "APPROVED" }, {}], paging: { cursors: {} } });
    const body = {
      name: "summer_camp",
      language: "zh_TW",
      category: "MARKETING",
      components: [{ type: "BODY", text: "夏令營" }],
    };
    const made = await sandbox.graph("POST", `/${ACCOUNT_ID}/message_templates`, body);
    expect(made.body).toMatchObject({ status: "PENDING", category: "MARKETING" });
    expect(
      errorOf(
        await sandbox.send(CUSTOMER, {
          type: "template",
          template: { name: "summer_camp", language: { code: "zh_TW" } },
        }),
      ).code,
    ).toBe(132001);
    await expect
      .poll(() => sandbox.receiver.received.at(-1)?.payload.entry[0]?.changes[0]?.field)
      .toBe("message_template_status_update");
    expect(
      (
        await sandbox.send(CUSTOMER, {
          type: "template",
          template: { name: "summer_camp", language: { code: "zh_TW" } },
        })
      ).status,
    ).toBe(200);
    expect((await sandbox.graph("DELETE", `/${ACCOUNT_ID}/message_templates?name=summer_camp`)).status).toBe(200);
    expect((await sandbox.graph("DELETE", `/${ACCOUNT_ID}/message_templates?name=summer_camp`)).status).toBe(400);
  });

  it("logs calls without the token", async () => {
    await sandbox.send(CUSTOMER, { biz_opaque_callback_data: "m-7" });
    const { body } = await sandbox.control("GET", "/requests?path=/messages");
    expect(body).toMatchObject({
      requests: [{ method: "POST", status: 200, body: { biz_opaque_callback_data: "m-7" } }],
    });
    expect(JSON.stringify(body)).not.toContain("demo-access-token");
  });
});

function templateSend(words: string[]): Record<string, unknown> {
  const parameters = words.map((text) => ({ type: "text", text }));
  return {
    type: "template",
    template: { name: "trial_class_reminder", language: { code: "zh_TW" }, components: [{ type: "body", parameters }] },
  };
}
