import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import type { CatalogueItem } from "#modules/products/port";
import { facebookCatalogue } from "./catalogue.ts";
import { type GraphServer, graphError, json, startGraphServer } from "./graph-for-tests.ts";

const channel: ChannelAccess = { externalId: "100", settings: {}, secrets: { accessToken: "EAAB-token-of-the-test" } };
const item: CatalogueItem = {
  retailerId: "PIANO",
  title: "鋼琴",
  description: "每週一堂",
  price: "3600 TWD",
  link: "https://school.example/piano",
  images: ["https://school.example/1.jpg", "https://school.example/2.jpg"],
  brand: "晨光",
  type: "課程",
};

describe("a catalogue at Meta", () => {
  let graph: GraphServer;
  beforeEach(async () => {
    graph = await startGraphServer();
  });
  afterEach(() => graph.close());
  const keeper = () => facebookCatalogue(graph.url);

  it("is sent items and ids to remove in one batch", async () => {
    graph.answer((_request, response) =>
      json(response, 200, {
        handles: ["AcX"],
        validation_status: [
          { retailer_id: "PIANO", errors: [{ message: "price is wrong" }], warnings: [] },
          { retailer_id: "GUITAR", errors: [], warnings: [{ message: "no colour" }] },
        ],
      }),
    );
    const requests = [{ method: "put", item } as const, { method: "remove", retailerId: "OLD" } as const];
    expect(await keeper().submit(channel, "300", requests)).toEqual({
      handles: ["AcX"],
      refused: [{ retailerId: "PIANO", detail: "price is wrong" }],
    });
    expect(graph.seen[0]).toMatchObject({ method: "POST", url: "/v23.0/300/items_batch" });
    expect(JSON.parse(graph.seen[0]?.body ?? "")).toEqual({
      item_type: "PRODUCT_ITEM",
      allow_upsert: true,
      requests: [
        {
          method: "UPDATE",
          data: {
            id: "PIANO",
            title: "鋼琴",
            description: "每週一堂",
            price: "3600 TWD",
            link: "https://school.example/piano",
            brand: "晨光",
            availability: "in stock",
            condition: "new",
            image_link: "https://school.example/1.jpg",
            additional_image_link: ["https://school.example/2.jpg"],
            product_type: "課程",
          },
        },
        { method: "DELETE", data: { id: "OLD" } },
      ],
    });
  });

  it.each([
    ["started", [], null],
    ["in_progress", [], null],
    ["finished", [{ id: "PIANO", message: "no picture" }], [{ retailerId: "PIANO", detail: "no picture" }]],
    ["finished", [{ id: "OLD", message: "Product item OLD does not exist." }], []],
    ["finished", [{ message: "of no item" }, "strange"], []],
  ])("that says %s with %o means %o", async (status, errors, result) => {
    graph.answer((_request, response) => json(response, 200, { data: [{ status, errors }] }));
    expect(await keeper().resultOf(channel, "300", "Ac/+=")).toEqual(result);
    expect(graph.seen[0]?.url).toBe("/v23.0/300/check_batch_request_status?handle=Ac%2F%2B%3D");
  });

  it("reports no results for an unknown handle", async () => {
    graph.answer((_request, response) => json(response, 200, { data: [] }));
    expect(await keeper().resultOf(channel, "300", "AcX")).toEqual([]);
  });

  it("refuses with Meta's codes, and an invalid id is never sent", async () => {
    graph.answer((_request, response) => json(response, 400, graphError(80014)));
    const failure = await keeper()
      .submit(channel, "300", [])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect((failure as ProviderFailure).error.class).toBe("rate-limited");
    await expect(keeper().submit(channel, "../me", [])).rejects.toBeInstanceOf(ProviderFailure);
    expect(graph.seen).toHaveLength(1);
  });
});
