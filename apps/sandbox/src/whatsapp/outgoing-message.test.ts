import { describe, expect, it } from "vitest";
import { GraphRefusal, graphErrorCode } from "./graph-errors.ts";
import { isReadReceipt, readOutgoingMessage, readReceipt } from "./outgoing-message.ts";

const base = { messaging_product: "whatsapp", recipient_type: "individual", to: "+886 912-345-678" };
const button = (id: string, title = id) => ({ type: "reply", reply: { id, title } });
const row = (id: string) => ({ id, title: id });
const interactive = (type: string, action: object, rest: object = {}) => ({
  type: "interactive",
  interactive: { type, body: { text: "選一個" }, action, ...rest },
});
const template = (components: unknown[], name = "hello") => ({
  type: "template",
  template: { name, language: { code: "zh_TW" }, components },
});

const accepted: Record<string, object> = {
  text: { type: "text", text: { body: "您好", preview_url: false } },
  "text without a type": { text: { body: "您好" } },
  "text of exactly 4096 characters, emoji counted once": { type: "text", text: { body: "😀".repeat(4_096) } },
  "image by id": { type: "image", image: { id: "123", caption: "課表" } },
  "video by link": { type: "video", video: { link: "https://example.com/a.mp4" } },
  document: { type: "document", document: { id: "1", caption: "c", filename: "課表.pdf" } },
  audio: { type: "audio", audio: { id: "1" } },
  sticker: { type: "sticker", sticker: { id: "1" } },
  location: { type: "location", location: { latitude: 25.03, longitude: "121.56", name: "教室" } },
  contacts: { type: "contacts", contacts: [{ name: { formatted_name: "王美玲" } }] },
  reaction: { type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } },
  "reaction taken back": { type: "reaction", reaction: { message_id: "wamid.x", emoji: "" } },
  "reply buttons": interactive(
    "button",
    { buttons: [button("a"), button("b")] },
    { header: { type: "text", text: "標題" }, footer: { text: "註" } },
  ),
  list: interactive("list", { button: "看選項", sections: [{ rows: [row("1"), row("2")] }] }),
  "link button": interactive("cta_url", {
    name: "cta_url",
    parameters: { display_text: "打開", url: "https://example.com" },
  }),
  product: {
    type: "interactive",
    interactive: { type: "product", action: { catalog_id: "1", product_retailer_id: "2" } },
  },
  "product list": interactive(
    "product_list",
    { catalog_id: "1", sections: [{ title: "A", product_items: [{ product_retailer_id: "1" }] }] },
    { header: { type: "text", text: "h" } },
  ),
  catalogue: interactive("catalog_message", {
    name: "catalog_message",
    parameters: { thumbnail_product_retailer_id: "1" },
  }),
  flow: interactive("flow", {
    name: "flow",
    parameters: { flow_message_version: "3", flow_id: "1", flow_cta: "填寫" },
  }),
  template: template([
    { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }] },
    {
      type: "body",
      parameters: [
        { type: "text", text: "陳" },
        { type: "currency", currency: { fallback_value: "NT$1", code: "TWD", amount_1000: 1_000 } },
      ],
    },
    { type: "button", sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "YES" }] },
  ]),
};

const refused: Record<string, [number, object]> = {
  "no text": [131008, { type: "text" }],
  "empty text": [100, { type: "text", text: { body: "  " } }],
  "text that is no string": [131009, { type: "text", text: { body: 12 } }],
  "text of 4097 characters": [100, { type: "text", text: { body: "a".repeat(4_097) } }],
  "unknown type": [131051, { type: "poll", poll: {} }],
  "image with neither id nor link": [100, { type: "image", image: {} }],
  "image with both": [100, { type: "image", image: { id: "1", link: "https://example.com" } }],
  "link that is no address": [100, { type: "image", image: { link: "file:///etc/passwd" } }],
  "caption on audio": [100, { type: "audio", audio: { id: "1", caption: "x" } }],
  "long caption": [100, { type: "image", image: { id: "1", caption: "a".repeat(1_025) } }],
  "latitude off the globe": [131009, { type: "location", location: { latitude: 91, longitude: 0 } }],
  "no contacts": [131009, { type: "contacts", contacts: [] }],
  "four buttons": [131009, interactive("button", { buttons: ["a", "b", "c", "d"].map((id) => button(id)) })],
  "button title of 21": [100, interactive("button", { buttons: [button("a", "a".repeat(21))] })],
  "the same button twice": [131009, interactive("button", { buttons: [button("a"), button("a")] })],
  "eleven rows": [
    131009,
    interactive("list", {
      button: "b",
      sections: [1, 2].map((section) => ({
        title: `${section}`,
        rows: Array.from({ length: 6 }, (_, n) => row(`${section}-${n}`)),
      })),
    }),
  ],
  "sections without titles": [
    131008,
    interactive("list", { button: "b", sections: [{ rows: [row("1")] }, { rows: [row("2")] }] }),
  ],
  "interactive without a body": [
    131008,
    { type: "interactive", interactive: { type: "button", action: { buttons: [button("a")] } } },
  ],
  "unknown interactive": [131009, interactive("carousel", {})],
  "template without a language": [131008, { type: "template", template: { name: "x" } }],
  "unknown component": [131009, template([{ type: "footnote" }])],
  "button component without an index": [131008, template([{ type: "button", sub_type: "url", parameters: [] }])],
  "callback data of 513": [100, { type: "text", text: { body: "x" }, biz_opaque_callback_data: "a".repeat(513) }],
  "group recipient": [131009, { type: "text", text: { body: "x" }, recipient_type: "group" }],
  "number that is none": [131009, { type: "text", text: { body: "x" }, to: "hello" }],
  "another product": [100, { type: "text", text: { body: "x" }, messaging_product: "messenger" }],
};

describe("reading a send request", () => {
  it.each(Object.entries(accepted))("takes %s", (_name, fields) => {
    expect(readOutgoingMessage({ ...base, ...fields })).toMatchObject({ phone: "886912345678", input: base.to });
  });

  it.each(Object.entries(refused))("refuses %s", (_name, [code, fields]) => {
    expect(codeOf(() => readOutgoingMessage({ ...base, ...fields }))).toBe(code);
  });

  it("accepts people by business-scoped id too", () => {
    const { to: _to, ...rest } = base;
    const message = readOutgoingMessage({
      ...rest,
      recipient: "TW.13491208655302741918",
      type: "text",
      text: { body: "x" },
    });
    expect(message).toMatchObject({ userId: "TW.13491208655302741918", input: "TW.13491208655302741918" });
    expect(codeOf(() => readOutgoingMessage({ ...rest, recipient: "nobody", type: "text", text: { body: "x" } }))).toBe(
      131009,
    );
    expect(codeOf(() => readOutgoingMessage({ ...rest, type: "text", text: { body: "x" } }))).toBe(131008);
  });

  it("keeps the quote and the callback data", () => {
    const fields = {
      type: "text",
      text: { body: "x" },
      context: { message_id: "wamid.q" },
      biz_opaque_callback_data: "id-1",
    };
    expect(readOutgoingMessage({ ...base, ...fields })).toMatchObject({ quotedId: "wamid.q", callbackData: "id-1" });
  });

  it("finds the files of a message", () => {
    const media = readOutgoingMessage({
      ...base,
      ...template([{ type: "header", parameters: [{ type: "image", image: { id: "77" } }] }]),
    });
    expect(media.content.media).toMatchObject([{ id: "77", kind: "image" }]);
  });
});

describe("marking as read", () => {
  it("is distinguished from a send by its status", () => {
    expect(isReadReceipt({ messaging_product: "whatsapp", status: "read", message_id: "wamid.a" })).toBe(true);
    expect(isReadReceipt({ ...base, type: "text" })).toBe(false);
  });

  it("can show typing", () => {
    const receipt = { messaging_product: "whatsapp", status: "read", message_id: "wamid.a" };
    expect(readReceipt(receipt)).toEqual({ messageId: "wamid.a", typing: false });
    expect(readReceipt({ ...receipt, typing_indicator: { type: "text" } }).typing).toBe(true);
    expect(codeOf(() => readReceipt({ ...receipt, status: "unread" }))).toBe(131009);
    expect(codeOf(() => readReceipt({ ...receipt, typing_indicator: { type: "voice" } }))).toBe(131009);
  });
});

function codeOf(run: () => unknown): number | undefined {
  try {
    run();
  } catch (failure) {
    if (failure instanceof GraphRefusal) return graphErrorCode(failure.error);
    throw failure;
  }
  return undefined;
}
