import { afterAll, beforeAll, expect, test } from "vitest";
import { callbackPath, postWebhook, signatureOf, textWebhook } from "../harness/meta-webhook.ts";
import { until } from "../harness/until.ts";
import { createWorld, type World } from "../isolation/world.ts";

let world: World;
let said = 0;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

function someText(id = `wamid.bad.${(said += 1)}`) {
  return textWebhook(world.numbers.first, [{ from: "85265550001", name: "測試客戶", text: `第 ${id} 句`, id }]);
}

async function post(body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(world.url + callbackPath, { method: "POST", headers, body });
  expect(await answer.text()).toBe("");
  return answer.status;
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const found = await world.base.owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values);
  return found.rows[0]?.n ?? 0;
}

/** Waits until every acknowledged webhook has been processed. */
const drained = () =>
  until(
    "the deliveries to be processed",
    async () => (await count("inbound_delivery where processed_at is null and given_up_at is null")) === 0,
  );

test("a body without its own channel's signature is refused, and leaves nothing", async () => {
  const { first, second, foreign } = world.numbers;
  const body = JSON.stringify(someText());
  const header = "x-hub-signature-256";
  const right = signatureOf(body, first.appSecret);
  const forged: Record<string, string>[] = [
    {},
    { [header]: "" },
    { [header]: "sha256=" },
    { [header]: right.replace("sha256=", "sha1=") },
    { [header]: right.replace("sha256=", "") },
    { [header]: right.slice(0, -2) },
    { [header]: signatureOf(body, "") },
    { [header]: signatureOf(body, "demo-app-secret") },
    { [header]: signatureOf(body, second.appSecret) },
    { [header]: signatureOf(body, foreign.appSecret) },
    { [header]: signatureOf(`${body} `, first.appSecret) },
  ];
  for (const headers of forged) expect(await post(body, headers), JSON.stringify(headers)).toBe(401);
  expect(await count("inbound_delivery")).toBe(0);
});

test("one organisation cannot speak for another's number", async () => {
  const { first, foreign } = world.numbers;
  const mixed = {
    object: "whatsapp_business_account",
    entry: [
      ...(someText("wamid.own") as { entry: object[] }).entry,
      ...(
        textWebhook(foreign, [{ from: "85265550002", name: "別人", text: "假的", id: "wamid.fake" }]) as {
          entry: object[];
        }
      ).entry,
    ],
  };
  expect(await postWebhook(world.url, first, mixed)).toBe(200);
  await drained();
  expect(await count("inbound_delivery where organization_id = $1", [world.foreign.organizationId])).toBe(0);
  expect(await count("message where provider_message_id = 'wamid.own'")).toBe(1);
  expect(await count("message where provider_message_id = 'wamid.fake'")).toBe(0);
});

test("a replay is acknowledged and changes nothing, however it is packed", async () => {
  const payload = someText("wamid.replayed");
  const wrapped = {
    ...payload,
    entry: [...(payload as { entry: object[] }).entry, ...(payload as { entry: object[] }).entry],
  };
  const answers = await Promise.all(
    [payload, payload, wrapped, payload].map((one) => postWebhook(world.url, world.numbers.first, one)),
  );
  expect(answers).toEqual([200, 200, 200, 200]);
  await drained();
  await postWebhook(world.url, world.numbers.first, payload);
  await drained();
  expect(await count("message where provider_message_id = 'wamid.replayed'")).toBe(1);
});

test("unknown contents are acknowledged, stored if they have a channel, and never break what follows", async () => {
  const { first } = world.numbers;
  const change = (value: object, field = "messages") => ({
    object: "whatsapp_business_account",
    entry: [{ id: first.businessAccountId, changes: [{ field, value }] }],
  });
  const metadata = { phone_number_id: first.phoneNumberId };
  const strange: unknown[] = [
    change({ metadata, surprise: { deep: [[[[1]]]] } }, "field_of_next_year"),
    change({ metadata, messages: [{ id: "wamid.odd.1", from: "85265550001", timestamp: "soon", type: "hologram" }] }),
    change({ metadata, messages: [{ id: "wamid.odd.2", timestamp: "1", type: "text", text: { body: 7 } }] }),
    change({ metadata, messages: "none", contacts: 3, statuses: { id: 1 } }),
    change({ metadata, statuses: [{ id: "wamid.never", status: "teleported" }, null, 4] }),
    { object: "page", entry: null },
    { entry: [null, 1, "x", { changes: null }] },
    [],
    "text",
    "{ not json",
  ];
  for (const payload of strange)
    expect(await postWebhook(world.url, first, payload), JSON.stringify(payload)).toBe(200);
  expect(await postWebhook(world.url, first, someText("wamid.after"))).toBe(200);
  await drained();
  expect(await count("message where provider_message_id = 'wamid.after'")).toBe(1);
});

test("the handshake returns its challenge only to callers with the token", async () => {
  const ask = async (token: string) => {
    const query = new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "4711" });
    const answer = await fetch(`${world.url}${callbackPath}?${query.toString()}`);
    return [answer.status, await answer.text()];
  };
  expect(await ask(world.numbers.first.verifyToken)).toEqual([200, "4711"]);
  for (const token of ["", "wrong", world.numbers.first.appSecret]) expect(await ask(token)).toEqual([403, ""]);
});
