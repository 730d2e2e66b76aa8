import type { TemplateChoice } from "@homeroom/contract/chat-templates";
import { expect, it } from "vitest";
import { buttonLink, payTemplates } from "./pay-templates.ts";

const address = "https://app.homeroom.example/pay?orderID=2026112600000001&key=abc";
const place = (key: string, value = "") => ({ key, part: "body", sample: "李太太", value }) as const;
const choice = (url: string, places = [place("body.1", "王太太"), place("body.2"), place("button.1")]) =>
  ({
    name: url,
    buttons: [
      { type: "quickReply", text: "好", url: "" },
      { type: "url", text: "付款", url },
    ],
    places,
  }) as unknown as TemplateChoice;

it("finds the templates whose button opens the payment page, and the values still missing", () => {
  const link = buttonLink(address);
  expect(link).toBe("https://app.homeroom.example/pay?{{1}}");
  const others = ["https://other.example/pay?{{1}}", "https://app.homeroom.example/pay", "{{1}}", ""];
  const found = payTemplates(
    [...others, link].map((url) => choice(url)),
    address,
  );
  expect(found).toMatchObject([
    {
      choice: { name: link },
      values: { "body.1": "王太太", "body.2": "", "button.1": "orderID=2026112600000001&key=abc" },
      gaps: [{ key: "body.2" }],
    },
  ]);
});
