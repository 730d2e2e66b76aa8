import { describe, expect, it } from "vitest";
import { contactCards, formAnswers, orderItems, placeOf, productOf, referralOf } from "./message-details.ts";

describe("a message's details", () => {
  it("are a place with a map only if the coordinates are valid", () => {
    expect(placeOf({ latitude: 22.3, longitude: 114.17, name: "旺角" }).map).toBe(
      "https://www.google.com/maps/search/?api=1&query=22.3,114.17",
    );
    for (const details of [{}, { latitude: 91, longitude: 0 }, { latitude: "x", longitude: 1 }, { latitude: {} }])
      expect(placeOf(details).map).toBeNull();
  });

  it("are contact cards, even with parts missing", () => {
    const contacts = [
      { name: { formatted_name: "李太太" }, phones: [{ phone: "+852 6123 4567" }], org: { company: "晨光" } },
      { phones: [{ wa_id: "85261234567" }] },
      "nonsense",
      null,
    ];
    expect(contactCards({ contacts })).toEqual([
      { name: "李太太", detail: "晨光", phones: ["+852 6123 4567"], emails: [] },
      { name: "85261234567", detail: "", phones: ["85261234567"], emails: [] },
      { name: "", detail: "", phones: [], emails: [] },
      { name: "", detail: "", phones: [], emails: [] },
    ]);
    expect(contactCards({ contacts: "nonsense" })).toEqual([]);
  });

  it("are the items of an order", () => {
    expect(orderItems({ items: [{ productId: "P1", quantity: 2, price: "12.5", currency: "HKD" }, {}] })).toEqual([
      { productId: "P1", quantity: 2, price: 12.5, currency: "HKD", product: null },
      { productId: "", quantity: 1, price: null, currency: "", product: null },
    ]);
    const product = { name: "鋼琴班", price: 900, currency: "HKD", picture: "/piano.png" };
    expect(
      orderItems({
        items: [
          { productId: "P1", product },
          { productId: "P2", product: { name: 5, price: "x" } },
        ],
      }),
    ).toMatchObject([{ product }, { product: { name: "5", price: null, picture: "" } }]);
  });

  it("are the answers of a form, without its internal fields", () => {
    const response = { name: "Amy", ages: [6, "8"], agree: true, nested: { a: 1 }, flow_token: "secret" };
    expect(formAnswers({ response })).toEqual([
      { name: "name", value: "Amy" },
      { name: "ages", value: "6, 8" },
      { name: "agree", value: "true" },
      { name: "nested", value: "" },
    ]);
    expect(formAnswers({ response: "text" })).toEqual([]);
  });

  it("are where a customer came from and what they ask about", () => {
    expect(referralOf({ sourceType: "ad", headline: "早鳥", sourceUrl: 5 })).toEqual({
      headline: "早鳥",
      body: "",
      sourceUrl: "5",
      fromAd: true,
    });
    expect(productOf({ product: { productId: "BOOK" } })).toBe("BOOK");
    expect(productOf({ product: { productId: "BOOK", product: { name: "教材" } } })).toBe("教材");
    expect(productOf({ product: null })).toBe("");
  });
});
