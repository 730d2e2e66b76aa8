import type { ConversationCard } from "@homeroom/contract/chat";
import { describe, expect, it } from "vitest";
import { badgedTitle } from "../components/use-tab-badge.ts";
import { composerState } from "./composer/composer-state.ts";
import { replyWindow } from "./composer/reply-window.ts";

const now = new Date("2026-11-20T12:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

type Change = { send?: boolean; template?: boolean; stopped?: boolean; kind?: "whatsapp" | "line" };

function card(change: Change & Partial<ConversationCard> = {}): ConversationCard {
  const { send = true, template = send, stopped = false, kind = "whatsapp", ...rest } = change;
  return {
    can: { send, template },
    channel: { kind, stoppedReason: stopped ? "tokenExpired" : null },
    blocked: false,
    windowEndsAt: inHours(5),
    adWindow: false,
    ...rest,
  } as unknown as ConversationCard;
}

describe("the time to reply", () => {
  it.each([
    [inHours(24), false, "open", 1],
    [inHours(12), false, "open", 0.5],
    [inHours(36), true, "open", 0.5],
    [inHours(2.4), false, "short", 0.1],
    [inHours(0), false, "over", 0],
    [inHours(-1), true, "over", 0],
    [null, false, "none", 0],
  ] as const)("until %s (ad: %s) is %s", (windowEndsAt, adWindow, state, share) => {
    const found = replyWindow({ windowEndsAt, adWindow }, now);
    expect(found.state).toBe(state);
    expect(found.share).toBeCloseTo(share);
  });

  it("is never more than 1, even if the clocks differ", () => {
    expect(replyWindow({ windowEndsAt: inHours(30), adWindow: false }, now).share).toBe(1);
  });
});

describe("the composer", () => {
  it.each([
    ["open", card()],
    ["noPermission", card({ send: false, stopped: true, blocked: true })],
    ["onlyTemplates", card({ send: false, template: true })],
    ["onlyTemplates", card({ send: false, template: true, windowEndsAt: null })],
    ["noPermission", card({ send: false, template: true, kind: "line" })],
    ["stopped", card({ send: false, template: true, stopped: true })],
    ["blocked", card({ send: false, template: true, blocked: true })],
    ["stopped", card({ stopped: true, blocked: true })],
    ["blocked", card({ blocked: true, windowEndsAt: null })],
    ["neverWrote", card({ windowEndsAt: null })],
    ["over", card({ windowEndsAt: inHours(0) })],
  ] as const)("is %s", (state, of) => expect(composerState(of, now)).toBe(state));
});

describe("the tab's title", () => {
  it.each([
    ["Inbox - Homeroom", 3, "(3) Inbox - Homeroom"],
    ["(3) Inbox - Homeroom", 4, "(4) Inbox - Homeroom"],
    ["(99+) Inbox", 0, "Inbox"],
    ["Inbox", 1000, "(99+) Inbox"],
  ])("%j with %d unread is %j", (title, unread, wanted) => expect(badgedTitle(title, unread)).toBe(wanted));
});
