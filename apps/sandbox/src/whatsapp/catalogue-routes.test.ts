import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildChannel, errorOf, PHONE_NUMBER_ID, type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

const CATALOGUE = "300000000000001";
const piano = {
  id: "PIANO",
  title: "鋼琴",
  description: "每週一堂",
  availability: "in stock",
  condition: "new",
  price: "1200.00 HKD",
  link: "https://school.example/piano",
  image_link: "https://school.example/piano.jpg",
};
const update = (change: object = {}) => ({ method: "UPDATE", data: { ...piano, ...change } });

describe("a catalogue", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    const channel = buildChannel("http://127.0.0.1:9/webhook", { catalogueId: CATALOGUE });
    sandbox = await runSandbox({ channels: [channel] });
    await sandbox.control("PATCH", "/switches", { reviewMs: 0 });
  });
  afterEach(() => sandbox.close());

  const submit = (...requests: object[]) =>
    sandbox.graph("POST", `/${CATALOGUE}/items_batch`, { item_type: "PRODUCT_ITEM", allow_upsert: true, requests });
  const statusOf = async (handle: unknown) =>
    (await sandbox.graph("GET", `/${CATALOGUE}/check_batch_request_status?handle=${String(handle)}`)).body;
  const products = async () => (await sandbox.graph("GET", `/${CATALOGUE}/products`)).body;

  it("creates, changes and deletes products", async () => {
    const { handles } = (await submit(update())).body as { handles: string[] };
    expect(await statusOf(handles[0])).toMatchObject({ data: [{ status: "finished", errors: [] }] });
    await submit(update({ price: "900.00 HKD" }));
    expect(await products()).toMatchObject({ data: [{ id: "PIANO", name: "鋼琴", price: "900.00 HKD" }] });
    await submit({ method: "DELETE", data: { id: "PIANO" } });
    expect(await products()).toEqual({ data: [] });
  });

  it("reports a slow batch as unfinished at first", async () => {
    await sandbox.control("PATCH", "/switches", { reviewMs: 3000 });
    const { handles } = (await submit(update())).body as { handles: string[] };
    expect(await statusOf(handles[0])).toMatchObject({ data: [{ status: "started" }] });
    await expect.poll(() => statusOf(handles[0])).toMatchObject({ data: [{ status: "finished" }] });
  });

  it.each([
    [{ link: "" }, "A required field is missing: link."],
    [{ price: "1200" }, "The price must be a number followed by a currency code, such as 9.99 USD."],
    [{ price: "1200.00 TWD" }, "The price in TWD may have no decimals."],
  ])("names what is wrong with %o at once", async (change, message) => {
    const { body } = await submit(update(change), update({ id: "GUITAR" }));
    expect(body).toMatchObject({ validation_status: [{ retailer_id: "PIANO", errors: [{ message }] }] });
    expect(await products()).toMatchObject({ data: [{ id: "GUITAR" }] });
  });

  it("fails some items only when the batch is finished", async () => {
    const { handles } = (await submit(update({ id: "refused-1" }), { method: "DELETE", data: { id: "GONE" } }))
      .body as { handles: string[] };
    expect(await statusOf(handles[0])).toMatchObject({
      data: [{ errors_total_count: 2, errors: [{ id: "refused-1" }, { id: "GONE" }] }],
    });
  });

  it("shows the products of a message, and refuses one that it does not have", async () => {
    await submit(update());
    const say = (catalogue: string, id: string) =>
      sandbox.graph("POST", `/${PHONE_NUMBER_ID}/messages`, {
        ...{ messaging_product: "whatsapp", to: "85291230001", type: "interactive" },
        interactive: { type: "product", action: { catalog_id: catalogue, product_retailer_id: id } },
      });
    expect((await say(CATALOGUE, "PIANO")).status).toBe(200);
    expect(errorOf(await say(CATALOGUE, "GUITAR")).code).toBe(131009);
    expect(errorOf(await say("301", "PIANO")).code).toBe(131009);
  });

  it("fills a customer's cart, whose lines the phone shows with product names", async () => {
    await submit(update());
    const send = (order?: object) =>
      sandbox.control("POST", "/customers/886912345678/messages", { type: "order", order });
    await send();
    await send({ catalog_id: CATALOGUE, product_items: [{ product_retailer_id: "GONE", quantity: 1, item_price: 5 }] });
    const { messages } = (await sandbox.control("GET", "/customers/886912345678/messages")).body as {
      messages: { cart: object[] }[];
    };
    expect(messages.map(({ cart }) => cart)).toMatchObject([
      [{ title: "鋼琴", quantity: 1, price: "HKD 1,200", image: piano.image_link }],
      [{ title: "GONE" }],
    ]);
  });

  it("accepts only its own token, and refuses an empty or invalid batch", async () => {
    const elsewhere = await sandbox.graph("POST", "/999/items_batch", {
      item_type: "PRODUCT_ITEM",
      requests: [update()],
    });
    expect(errorOf(elsewhere).code).toBe(100);
    expect((await submit()).status).toBe(400);
    expect((await sandbox.graph("POST", `/${CATALOGUE}/items_batch`, { requests: [update()] })).status).toBe(400);
    expect(await statusOf("unknown")).toEqual({ data: [] });
  });
});
