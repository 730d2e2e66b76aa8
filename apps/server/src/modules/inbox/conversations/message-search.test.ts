import type { FoundMessage } from "@homeroom/contract/chat-search";
import { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, writeMany } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { buildPlace, conversationRows, inboundText, messageRowsOf, receive, testProvider } from "../for-tests.ts";
import { inboxModule } from "../public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let owner: string;

const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  owner = await signedIn("owner");
});

async function signedIn(role: "owner" | "sales", of = organization): Promise<string> {
  const branchId = of.branchIds[0];
  return (await signInAs(base.db, of, { role, branchIds: [branchId] })).token;
}

interface Page {
  list: FoundMessage[];
  nextCursor: string | null;
}

async function search(body: object, token = owner): Promise<Page> {
  const answer = await callApi<Page>(server.app, "POST /api_chat/Chat/SearchMessages", { token, body });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData as Page;
}

/** What a search finds, page after page. */
async function texts(keywords: string, more: object = {}, token = owner): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search({ keywords, ...more, ...(cursor && { cursor }) }, token);
    found.push(...page.list.map(({ snippet }) => snippet));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

const from = (number: number) => ({ phone: `85262100${number}`, name: `客戶${number}` });

/** Messages of years: each a day before the one before it, the newest last. */
async function write(written: readonly string[], everyDays = 1): Promise<void> {
  await receive(
    base,
    channel,
    written.map((text, index) => inboundText({ text, from: from(100 + (index % 3)) })),
  );
  const { rows } = await base.owner.query<{ message_id: string }>(
    "select message_id from message where organization_id = $1 order by message_id",
    [organization.organizationId],
  );
  for (const [index, { message_id: id }] of rows.entries()) {
    const days = (rows.length - index) * everyDays;
    await base.owner.query(
      `with moved as (update message set created_at = now() - $2 * interval '1 day' where message_id = $1 returning *)
       update message_text set said_at = moved.created_at from moved where message_text.message_id = $1`,
      [id, days],
    );
  }
}

test("finds parts of words of any writing, the newest first", async () => {
  await write(["請問還有鋼琴班嗎？", "ＩＥＬＴＳ 幾時開班", "my son likes Ballet", "電話 9871 2345", "鋼琴老師在嗎"]);
  expect(await texts("鋼琴")).toEqual(["鋼琴老師在嗎", "請問還有鋼琴班嗎？"]);
  expect(await texts("琴")).toHaveLength(2);
  expect(await texts("ielts")).toEqual(["ＩＥＬＴＳ 幾時開班"]);
  expect(await texts("ＩＥＬ")).toHaveLength(1);
  expect(await texts("alle")).toEqual(["my son likes Ballet"]);
  expect(await texts("lik ball")).toEqual(["my son likes Ballet"]);
  expect(await texts("my")).toHaveLength(1);
  expect(await texts("ke")).toEqual([]);
  expect(await texts("2345")).toEqual(["電話 9871 2345"]);
  expect(await texts("鋼琴 老師")).toEqual(["鋼琴老師在嗎"]);
  expect(await texts("？")).toEqual(["請問還有鋼琴班嗎？"]);
  expect(await texts("小提琴")).toEqual([]);
});

test("characters special to the database are ordinary text", async () => {
  await write(["50% off_今天", "a\\b'); drop table message; --", "😀😀 謝謝"]);
  expect(await texts("%")).toEqual(["50% off_今天"]);
  expect(await texts("_")).toEqual(["50% off_今天"]);
  expect(await texts("\\b'")).toHaveLength(1);
  expect(await texts("😀😀")).toEqual(["😀😀 謝謝"]);
  const answer = await callApi(server.app, "POST /api_chat/Chat/SearchMessages", {
    token: owner,
    body: { keywords: "今", cursor: "x" },
  });
  expect(answer.status).toBe(400);
});

test("pages have no gaps or duplicates, over years and within a conversation", async () => {
  await write(
    Array.from({ length: 40 }, (_, index) => `第${index}堂課`),
    40,
  );
  const all = Array.from({ length: 40 }, (_, index) => `第${39 - index}堂課`);
  expect(await texts("堂課", { pageSize: 7 })).toEqual(all);
  const [conversation] = await conversationRows(base, channel);
  const id = conversation?.conversation_id ?? "";
  const rows = await messageRowsOf(base, id as never);
  expect(await texts("堂", { pageSize: 3, conversationId: id })).toEqual(rows.map(({ text }) => text).reverse());
});

test("the index finds messages too old to be scanned", async () => {
  await write(["請問還有鋼琴班嗎？"], 400);
  await writeMany(
    base,
    `insert into message_text select organization_id, gen_random_uuid(), conversation_id, now() - n * interval '1 minute', '\n好的'
     from message_text, generate_series(1, 4100) n where organization_id = $1`,
    [organization.organizationId],
  );
  expect(await texts("鋼琴")).toEqual(["請問還有鋼琴班嗎？"]);
  expect(await texts("鋼琴", {}, await signedIn("owner", await buildOrganization(base.db)))).toEqual([]);
});

test("an edited message is found by its new text, a withdrawn one not at all", async () => {
  const one = inboundText({ text: "星期三可以嗎" });
  const other = inboundText({ text: "星期三有空" });
  await receive(base, channel, [one, other]);
  const at = new Date();
  await receive(base, channel, [
    { type: "revision", revision: "edit", originalId: one.providerMessageId, from: one.from, text: "星期五可以嗎", at },
    { type: "revision", revision: "revoke", originalId: other.providerMessageId, from: other.from, at },
  ]);
  expect(await texts("星期三")).toEqual([]);
  expect(await texts("星期五")).toEqual(["星期五可以嗎"]);
  expect(await texts("有空")).toEqual([]);
});

test("conversations of deleted leads are not searched until restored", async () => {
  await receive(base, channel, [inboundText({ text: "想試堂" })]);
  const hide = (at: string) =>
    base.owner.query(`update conversation set hidden_at = ${at} where organization_id = $1`, [
      organization.organizationId,
    ]);
  await hide("now()");
  expect(await texts("試堂")).toEqual([]);
  await hide("null");
  expect(await texts("試堂")).toEqual(["想試堂"]);
});

test("people find only what they can see", async () => {
  await receive(base, channel, [inboundText({ text: "想試堂" })]);
  const [one, two] = [await signedIn("sales"), await signedIn("sales")];
  const stranger = await signedIn("owner", await buildOrganization(base.db));
  await base.owner.query(
    `update conversation set sales_id = (select account_id from session order by created_at desc offset 2 limit 1)
     where organization_id = $1`,
    [organization.organizationId],
  );
  expect([await texts("試堂", {}, one), await texts("試堂", {}, two)].flat()).toEqual(["想試堂"]);
  expect(await texts("試堂", {}, stranger)).toEqual([]);
});

test("words are found by their index", async () => {
  await writeMany(
    base,
    `insert into message_text select $1, gen_random_uuid(), gen_random_uuid(), now() - n * interval '1 minute', chr(19968 + n)
     from generate_series(1, 3000) n`,
    [organization.organizationId],
  );
  await base.owner.query("analyze message_text");
  const plan = await inTransaction(base.db, organization.scope, async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      tx,
    );
    return sql<{
      "QUERY PLAN": string;
    }>`explain select from organization_message_text where message_keys(organization_id, said_at, search_text)
      @> message_numbers(${organization.organizationId}::uuid, 1, '{鋼琴}')`.execute(tx);
  });
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/Bitmap Index Scan on message_keys .*\n *Index Cond: .*@>/);
});

test("a page around a message continues in both directions", async () => {
  await write(Array.from({ length: 30 }, (_, index) => `第${index}句`));
  const [conversation] = await conversationRows(base, channel);
  const conversationId = conversation?.conversation_id;
  const rows = await messageRowsOf(base, conversationId as never);
  const page = async (body: object) => {
    const answer = await callApi<{ list: { text: string }[]; hasMore: boolean; hasNewer: boolean }>(
      server.app,
      "POST /api_chat/Chat/MessageList",
      { token: owner, body: { conversationId, pageSize: 5, ...body } },
    );
    const { list = [], hasMore, hasNewer } = answer.body.resultData ?? {};
    return { places: list.map((one) => rows.findIndex(({ text }) => text === one.text)), hasMore, hasNewer };
  };
  const at = (place: number) => rows[place]?.message_id;
  expect(rows).toHaveLength(10);
  expect(await page({})).toEqual({ places: [5, 6, 7, 8, 9], hasMore: true, hasNewer: false });
  expect(await page({ around: at(4) })).toEqual({ places: [2, 3, 4, 5, 6], hasMore: true, hasNewer: true });
  expect(await page({ around: at(0) })).toEqual({ places: [0, 1, 2], hasMore: false, hasNewer: true });
  expect(await page({ around: at(9) })).toEqual({ places: [5, 6, 7, 8, 9], hasMore: true, hasNewer: false });
  expect(await page({ after: at(6) })).toEqual({ places: [7, 8, 9], hasMore: true, hasNewer: false });
  expect(await page({ after: at(1) })).toEqual({ places: [2, 3, 4, 5, 6], hasMore: true, hasNewer: true });
  expect(await page({ before: at(3) })).toEqual({ places: [0, 1, 2], hasMore: false, hasNewer: true });
  const unknown = await callApi(server.app, "POST /api_chat/Chat/MessageList", {
    token: owner,
    body: { conversationId, around: MessageId.parse(v7()) },
  });
  expect(unknown.status).toBe(404);
});
