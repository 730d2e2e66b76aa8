import { expect, test } from "vitest";
import type { OutboundContent } from "#modules/inbox/port";
import { messageBodies } from "./message-body.ts";

const product = { retailerId: "p1", name: "鋼琴班", description: "小班教學", price: "HK$1,200" };
const bodies = (content: Partial<Extract<OutboundContent, { kind: "products" }>>) =>
  messageBodies({
    id: "m1",
    to: { userId: "U1" },
    content: { kind: "products", text: "", heading: "旺角校", catalogueId: "", products: [], ...content },
  });

test("a product is a card with a link to its page, several are a carousel below their text", () => {
  const whole = { ...product, url: "https://school.example/piano", picture: "https://files.example/piano.png" };
  expect(bodies({ products: [whole] })).toMatchObject([
    {
      type: "flex",
      altText: "鋼琴班 HK$1,200",
      contents: {
        type: "bubble",
        hero: { type: "image", url: whole.picture },
        footer: { contents: [{ type: "button", action: { type: "uri", uri: whole.url } }] },
      },
    },
  ]);
  const several = bodies({ text: "兩個班都還有位", products: [whole, { ...product, url: "", picture: null }] });
  expect(several).toMatchObject([
    { type: "text", text: "兩個班都還有位" },
    { contents: { type: "carousel", contents: [{ hero: {} }, { type: "bubble" }] } },
  ]);
});

test("without a page or a picture that LINE can fetch, the card has neither", () => {
  const [body] = bodies({ products: [{ ...product, url: "javascript:alert(1)", picture: "http://10.0.0.2/a.png" }] });
  expect(body).not.toHaveProperty("contents.hero");
  expect(body).not.toHaveProperty("contents.footer");
});
