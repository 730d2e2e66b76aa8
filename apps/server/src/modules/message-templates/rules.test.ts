import type { TemplateContent } from "@homeroom/contract/message-templates";
import { describe, expect, it } from "vitest";
import {
  fillTemplate,
  lacksPicture,
  placesOf,
  type Revisable,
  readsTheSame,
  recentRevisions,
  revisableAt,
  type SendingState,
  sameContent,
  sameToReviewer,
  sendableContent,
} from "./rules.ts";

const content: TemplateContent = {
  type: "none",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "您好 {{1}}，{{2}} 見。",
  variables: [
    { sample: "陳太", source: "nickname" },
    { sample: "19:00", source: "none" },
  ],
  footer: "",
  buttons: [],
};
const picture = "0199a000-0000-7000-8000-00000000000a" as NonNullable<TemplateContent["headerImage"]>;
const link = { type: "link" as const, text: "看", url: "https://a.tw/{{1}}", urlSample: "https://a.tw/map", phone: "" };

describe("the sendable part of a template", () => {
  const open: SendingState = { approved_content: content, open_status: 1, stopped: null, usage: "both" };
  it.each<[string, Partial<SendingState>, "chat" | "broadcast" | "both", boolean]>([
    ["approved and open", {}, "chat", true],
    ["not approved", { approved_content: null }, "chat", false],
    ["closed", { open_status: 0 }, "chat", false],
    ["paused", { stopped: "paused" }, "chat", false],
    ["for broadcasts only, in a conversation", { usage: "broadcast" }, "chat", false],
    ["for conversations only, in a broadcast", { usage: "chat" }, "broadcast", false],
    ["for broadcasts only, in a broadcast", { usage: "broadcast" }, "broadcast", true],
    ["for conversations only, for anything", { usage: "chat" }, "both", true],
  ])("%s", (_what, change, use, sendable) => {
    expect(sendableContent({ ...open, ...change }, use) !== null).toBe(sendable);
  });

  it("lacks a picture only if the template at WhatsApp has one", () => {
    expect(lacksPicture(content)).toBe(false);
    expect(lacksPicture({ ...content, type: "image" })).toBe(true);
    expect(lacksPicture({ ...content, type: "image", headerImage: picture })).toBe(false);
  });
});

describe("how often an approved template may change", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const approved: Revisable = {
    approved_content: content,
    provider_id: "5",
    review_status: "draft",
    stopped: null,
    revised_at: [],
  };
  const next = (change: Partial<Revisable>) => revisableAt({ ...approved, ...change }, now)?.toISOString() ?? null;

  it("is immediately for the first time, then once in 24 hours", () => {
    expect(next({})).toBeNull();
    expect(next({ revised_at: [hoursAgo(23)] })).toBe("2026-11-22T13:00:00.000Z");
    expect(next({ revised_at: [hoursAgo(24)] })).toBeNull();
    expect(next({ revised_at: [hoursAgo(2), hoursAgo(50)] })).toBe("2026-11-23T10:00:00.000Z");
  });

  it("is ten times in 30 days", () => {
    const nine = Array.from({ length: 9 }, (_none, index) => hoursAgo(30 + 24 * index));
    expect(next({ revised_at: nine })).toBeNull();
    const oldest = hoursAgo(29 * 24);
    expect(next({ revised_at: [...nine, oldest] })).toBe(new Date(oldest.getTime() + 30 * 86_400_000).toISOString());
    expect(next({ revised_at: [...nine, hoursAgo(31 * 24)] })).toBeNull();
  });

  it("is unlimited for one that is rejected, paused or unknown there", () => {
    const revised_at = [hoursAgo(1)];
    for (const change of [
      { review_status: "rejected" as const },
      { stopped: "paused" },
      { provider_id: null },
      { approved_content: null },
    ])
      expect(next({ revised_at, ...change })).toBeNull();
  });

  it("ignores changes that no longer count", () => {
    expect(recentRevisions({ revised_at: [hoursAgo(1), hoursAgo(31 * 24), hoursAgo(48)] }, now)).toEqual([
      hoursAgo(48),
      hoursAgo(1),
    ]);
  });
});

describe("whether two texts are the same", () => {
  it("to a customer: a picture counts, what a variable begins with does not", () => {
    expect(sameContent(content, structuredClone(content))).toBe(true);
    const variables = content.variables.map(({ sample }) => ({ sample, source: "branch" as const }));
    expect(sameContent(content, { ...content, variables })).toBe(true);
    expect(sameContent(content, { ...content, headerImage: picture })).toBe(false);
  });

  it("to WhatsApp: a picture is a sample, a sample is part of the text", () => {
    expect(sameToReviewer(content, { ...content, headerImage: picture })).toBe(true);
    const variables = [{ sample: "林太", source: "none" as const }, ...content.variables.slice(1)];
    expect(sameToReviewer(content, { ...content, variables })).toBe(false);
    expect(sameToReviewer(content, { ...content, type: "image" })).toBe(false);
  });

  it("to a reader: neither samples count nor gaps in a phone number, each word does", () => {
    const call = { type: "call" as const, text: "打電話", url: "", urlSample: "", phone: "+886 2 2345" };
    const ours = { ...content, buttons: [call] };
    const listed = { ...ours, variables: [], headerSample: "", buttons: [{ ...call, phone: "+88622345" }] };
    expect(readsTheSame(listed, ours)).toBe(true);
    expect(readsTheSame({ ...listed, body: `${ours.body}！` }, ours)).toBe(false);
    expect(readsTheSame({ ...listed, buttons: [{ ...call, phone: "+886223456" }] }, ours)).toBe(false);
  });
});

describe("what is filled in", () => {
  const whole: TemplateContent = {
    ...content,
    type: "text",
    header: "提醒 {{1}}",
    headerSample: "試聽",
    buttons: [link, { ...link, type: "unsubscribe", text: "取消訂閱", url: "" }],
  };

  it("has a place for each variable, in the order in which it is read", () => {
    expect(placesOf(whole).map(({ key, sample }) => [key, sample])).toEqual([
      ["header", "試聽"],
      ["body.1", "陳太"],
      ["body.2", "19:00"],
      ["button.0", "map"],
    ]);
    expect(placesOf({ ...whole, type: "none" }).map(({ key }) => key)).not.toContain("header");
  });

  it("goes into the text, the address of a button, and WhatsApp's components", () => {
    const values = { header: "明天", "body.1": "李太\n ", "body.2": "8 點", "button.0": "教室 2" };
    const { text, shown, components } = fillTemplate({ name: "a", content: whole }, values);
    expect(text).toBe("您好 李太，8 點 見。");
    expect(shown).toMatchObject({ header: "提醒 明天", buttons: [{ url: "https://a.tw/%E6%95%99%E5%AE%A4%202" }, {}] });
    expect(components).toMatchObject([
      { type: "header", parameters: [{ text: "明天" }] },
      { type: "body", parameters: [{ text: "李太" }, { text: "8 點" }] },
      { type: "button", sub_type: "url", index: "0", parameters: [{ text: "%E6%95%99%E5%AE%A4%202" }] },
      { type: "button", sub_type: "quick_reply", index: "1", parameters: [{ payload: "homeroom.unsubscribe" }] },
    ]);
  });

  it("is refused for each place that is empty or too long", () => {
    const refused = (values: Record<string, string>) => {
      try {
        fillTemplate({ name: "a", content }, values);
      } catch (error) {
        return (error as { fields?: { field: string }[] }).fields?.map(({ field }) => field);
      }
      return [];
    };
    expect(refused({})).toEqual(["variables.body.1", "variables.body.2"]);
    expect(refused({ "body.1": "a", "body.2": "x".repeat(1025) })).toEqual(["variables.body.2"]);
    // Each fits, both together do not.
    expect(refused({ "body.1": "x".repeat(1000), "body.2": "y".repeat(100) })).toEqual([
      "variables.body.1",
      "variables.body.2",
    ]);
  });
});
