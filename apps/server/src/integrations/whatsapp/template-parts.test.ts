import { describe, expect, it } from "vitest";
import type { ReviewedContent } from "#modules/message-templates/port";
import { contentFrom, toComponents } from "./template-parts.ts";

const plain: ReviewedContent = {
  type: "none",
  header: "",
  headerSample: "",
  body: "您好，課程已經排好了。",
  variables: [],
  footer: "",
  buttons: [],
};
const button = { type: "shortcut" as const, text: "好", url: "", urlSample: "", phone: "" };

const full: ReviewedContent = {
  type: "text",
  header: "提醒：{{1}}",
  headerSample: "試聽課",
  body: "您好 {{1}}，{{2}} 請到 {{1}} 的教室。",
  variables: [
    { sample: "陳太", source: "none" },
    { sample: "19:00", source: "none" },
  ],
  footer: "課前兩小時可改期",
  buttons: [
    { ...button, type: "shortcut", text: "會到" },
    { ...button, type: "link", text: "看地圖", url: "https://a.tw/{{1}}", urlSample: "https://a.tw/map" },
    { ...button, type: "call", text: "打電話", phone: "+886 2 2345 6789" },
  ],
};

describe("a template in WhatsApp's format", () => {
  it("has only existing parts", () => {
    expect(toComponents(plain, null)).toEqual([{ type: "BODY", text: plain.body }]);
  });

  it("has one sample for each variable, even if repeated", () => {
    expect(toComponents(full, null)).toEqual([
      { type: "HEADER", format: "TEXT", text: "提醒：{{1}}", example: { header_text: ["試聽課"] } },
      { type: "BODY", text: full.body, example: { body_text: [["陳太", "19:00"]] } },
      { type: "FOOTER", text: "課前兩小時可改期" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "會到" },
          { type: "URL", text: "看地圖", url: "https://a.tw/{{1}}", example: ["https://a.tw/map"] },
          { type: "PHONE_NUMBER", text: "打電話", phone_number: "+886223456789" },
        ],
      },
    ]);
  });

  it("names the picture by the handle of its sample", () => {
    expect(toComponents({ ...plain, type: "image" }, "4::abc")[0]).toEqual({
      type: "HEADER",
      format: "IMAGE",
      example: { header_handle: ["4::abc"] },
    });
  });

  it("converts the unsubscribe button to a quick reply", () => {
    const buttons = [{ ...button, type: "unsubscribe" as const, text: "取消訂閱" }];
    expect(toComponents({ ...plain, buttons }, null)[1]).toEqual({
      type: "BUTTONS",
      buttons: [{ type: "QUICK_REPLY", text: "取消訂閱" }],
    });
  });
});

describe("a template from WhatsApp in our format", () => {
  it("equals the submitted one", () => {
    const phone = "+886223456789";
    const buttons = full.buttons.map((one) => (one.type === "call" ? { ...one, phone } : one));
    expect(contentFrom(toComponents(full, null))).toEqual({ ...full, buttons });
    expect(contentFrom(toComponents(plain, null))).toEqual(plain);
    const pictured = { ...plain, type: "image" as const };
    expect(contentFrom(toComponents(pictured, "4::abc"))).toEqual(pictured);
  });

  it("has the complete example address, of which WhatsApp returns only the end", () => {
    const url = { type: "URL", text: "看課程", url: "https://a.tw/c/{{1}}", example: ["autumn"] };
    const found = contentFrom([
      { type: "BODY", text: "您好" },
      { type: "BUTTONS", buttons: [url] },
    ]);
    expect(found?.buttons[0]?.urlSample).toBe("https://a.tw/c/autumn");
  });

  it.each([
    ["a carousel", [{ type: "BODY", text: "您好" }, { type: "CAROUSEL" }]],
    [
      "a video above it",
      [
        { type: "HEADER", format: "VIDEO" },
        { type: "BODY", text: "您好" },
      ],
    ],
    ["no text", [{ type: "FOOTER", text: "您好" }]],
    ["variables with names", [{ type: "BODY", text: "您好 {{name}}，謝謝" }]],
    [
      "a header with a named variable",
      [
        { type: "HEADER", format: "TEXT", text: "{{ name }} 您好" },
        { type: "BODY", text: "您好" },
      ],
    ],
    [
      "a button that we do not have",
      [
        { type: "BODY", text: "您好" },
        { type: "BUTTONS", buttons: [{ type: "OTP", text: "複製" }] },
      ],
    ],
    [
      "four buttons",
      [
        { type: "BODY", text: "您好" },
        { type: "BUTTONS", buttons: Array.from({ length: 4 }, () => ({ type: "QUICK_REPLY", text: "好" })) },
      ],
    ],
    [
      "a button of a hostile kind",
      [
        { type: "BODY", text: "您好" },
        { type: "BUTTONS", buttons: [{ type: "constructor", text: "好" }] },
      ],
    ],
  ])("is nothing with %s", (_what, components) => {
    expect(contentFrom(components)).toBeNull();
  });
});
