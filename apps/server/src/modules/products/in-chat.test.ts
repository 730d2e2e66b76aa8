import type { MessageRow } from "@homeroom/contract/chat";
import type { ProductChoice } from "@homeroom/contract/chat-products";
import type { ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import {
  buildPlace,
  conversationRows,
  deliverAll,
  inboundText,
  receive,
  type TestChannel,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { inboxModule } from "#modules/inbox/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPicture, signInTo, typeFor } from "./for-tests.ts";
import { inboxProducts } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let token: string;
let leadId: LeadId;
let conversationId: ConversationId;
let buildProduct: (name: string, more?: { listed?: boolean; status?: string; expiry?: string }) => Promise<RecordId>;
const provider = testProvider();
const customer = { phone: "85261239999", name: "李太" };

const server = prepareServer(base, (platform) => {
  const parts = { providers: [provider], databaseUrl: base.access.sessionUrl, products: inboxProducts };
  return [inboxModule(platform, parts)];
});
beforeEach(async () => {
  provider.sent.length = 0;
  ({ organization, channel } = await buildPlace(base));
  const owner = await signInTo(base, organization, "owner");
  token = owner.token;
  await setCatalogue("300");
  await receive(base, channel, [inboundText({ from: customer })]);
  const [row] = await conversationRows(base, channel);
  leadId = row?.lead_id as LeadId;
  conversationId = row?.conversation_id as ConversationId;
  const [type, picture] = [
    await typeFor(base, organization, "課程"),
    await buildPicture(base, organization, owner.accountId),
  ];
  buildProduct = async (name, { listed = true, status = "active", expiry } = {}) => {
    const id = v7() as RecordId;
    const { organizationId } = organization;
    await base.owner.query(
      `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind, expiry_date,
         image_file_ids, status, sort, product_url)
       values ($1, $2, $3, $3, $4, 120050, 'HKD', $5, $6, array[$7::uuid], $8, 1, 'https://school.example/piano')`,
      [organizationId, id, name, type, expiry ? "expiry" : "online", expiry ?? null, picture, status],
    );
    await base.owner.query(
      `insert into product_listing (organization_id, catalogue_id, retailer_id, product_id, revision, is_there, state)
       values ($1, '300', $2, $3, 1, $4, $5)`,
      [organizationId, `${name}-listed`, id, listed, listed ? "listed" : "failed"],
    );
    return id;
  };
});

async function setCatalogue(catalogueId: string): Promise<void> {
  await base.owner.query("update channel set settings = settings || $2 where channel_id = $1", [
    channel.channelId,
    { catalogueId },
  ]);
}

const post = <Result>(call: string, body: object) =>
  callApi<Result>(server.app, `POST /api_chat/Chat/${call}`, { token, body: { leadId, ...body } });
const send = async (productIDs: RecordId[], more: object = {}) => {
  const { status, body } = await post<MessageRow>("SendProductMessage", { productIDs, ...more });
  return body.success ? body.resultData : `${status} ${body.name}`;
};

test("the catalogue's products are sent once, by the IDs it knows, and shown as sent", async () => {
  const [piano, violin] = [await buildProduct("鋼琴班"), await buildProduct("小提琴班")];
  const messageId = v7();
  const sent = [
    await send([violin, piano], { messageId, content: "兩個班都還有位" }),
    await send([piano], { messageId }),
  ];
  expect(sent[1]).toMatchObject({ text: "兩個班都還有位\n小提琴班、鋼琴班", kind: "interactive", direction: "out" });
  expect(sent[0]).toMatchObject({ details: { products: [{ name: "小提琴班", price: 1200.5 }, { name: "鋼琴班" }] } });
  expect((sent[0] as MessageRow).details["products"]).toMatchObject([{ picture: expect.stringContaining("/") }, {}]);
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  expect(provider.sent.map(({ content }) => content)).toMatchObject([
    {
      kind: "products",
      text: "兩個班都還有位",
      catalogueId: "300",
      products: [{ retailerId: "小提琴班-listed", price: "HK$1,200.50" }, { retailerId: "鋼琴班-listed" }],
    },
  ]);
});

test("a cart and a question show their products, by Facebook's IDs and ours, even deleted ones", async () => {
  await buildProduct("鋼琴班");
  const gone = await buildProduct("小提琴班");
  await base.owner.query("update product set deleted_at = now() where product_id = $1", [gone]);
  const items = [
    { productId: "鋼琴班-listed", quantity: 2, price: 1000, currency: "HKD" },
    { productId: "小提琴班", quantity: 1, price: 9, currency: "HKD" },
    { productId: "GONE-9", quantity: 1 },
  ];
  await receive(base, channel, [
    inboundText({ from: customer, kind: "order", details: { items } }),
    inboundText({ from: customer, text: "還有位嗎", details: { product: { productId: "鋼琴班" } } }),
  ]);
  const { body } = await callApi<{ list: MessageRow[] }>(server.app, "POST /api_chat/Chat/MessageList", {
    token,
    body: { conversationId },
  });
  const details = body.resultData?.list.map((message) => message.details) ?? [];
  const picture = expect.stringContaining("/") as string;
  expect(details.find((one) => "items" in one)).toEqual({
    items: [
      { ...items[0], product: { name: "鋼琴班", price: 1200.5, currency: "HKD", picture } },
      { ...items[1], product: { name: "小提琴班", price: 1200.5, currency: "HKD", picture } },
      items[2],
    ],
  });
  expect(details.find((one) => "product" in one)).toMatchObject({ product: { product: { name: "鋼琴班" } } });
});

test("products that cannot be sent are refused, and the choice shows the reason", async () => {
  const [there, failed, expired, closed] = [
    await buildProduct("在目錄"),
    await buildProduct("被拒", { listed: false }),
    await buildProduct("過期", { expiry: "2020-01-01" }),
    await buildProduct("停用", { status: "inactive" }),
  ];
  const { body } = await post<{ list: ProductChoice[] }>("ProductMessageChoices", {});
  const choices = Object.fromEntries((body.resultData?.list ?? []).map(({ name, refusal }) => [name, refusal]));
  expect(choices).toEqual({ 在目錄: null, 被拒: "syncFailed", 過期: "expired" });
  expect([await send([there, failed]), await send([expired]), await send([closed])]).toEqual([
    "422 PRODUCT_NOT_IN_CATALOGUE",
    "422 PRODUCT_NOT_FOR_SALE",
    "422 PRODUCT_NOT_FOR_SALE",
  ]);
  await setCatalogue("301");
  expect(await send([there])).toBe("422 PRODUCT_NOT_IN_CATALOGUE");
  await setCatalogue("");
  expect(await send([there])).toBe("422 CHAT_NO_CATALOGUE");
  await base.owner.query(
    "update channel_contact set window_ends_at = now() - interval '1 hour' where organization_id = $1",
    [organization.organizationId],
  );
  expect(await send([there])).toMatch("CHAT_ONLY_TEMPLATE_AFTER_24H");
  expect(await conversationRows(base, channel)).toMatchObject([{ last_direction: "in" }]);
});
