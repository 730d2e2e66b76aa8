import { newAgentSettings } from "@homeroom/contract/assistant";
import { expect, test } from "vitest";
import { gptStatus } from "#modules/leads/public";
import { decideTurn } from "./decide-turn.ts";

/** A Tuesday in Hong Kong, where the office is open from nine to six. */
const at = (time: string) => new Date(`2026-12-01T${time}:00+08:00`);
const hours = [{ day: 2, from: "09:00", to: "18:00" }];

function decide(asked: string, now: string, answersWhen: "inside" | "outside") {
  const line = {
    position: 1,
    direction: "in" as const,
    author: "automatic" as const,
    kind: "text",
    text: "有英文班嗎",
  };
  return decideTurn({
    now: at(now),
    settings: { ...newAgentSettings, answersWhen, hours, waitSeconds: 5 },
    activeSince: at("00:00"),
    timeZone: "Asia/Hong_Kong",
    gptStatus: gptStatus.on,
    conversationSince: at("00:00"),
    messages: [{ ...line, createdAt: at(asked) }],
    turn: {
      ...{ claimedPosition: 0, claimedAt: null, answeredPosition: 0, retryAt: null, answersInRow: 0 },
      openedAt: at("00:00"),
    },
    doneToday: 0,
  });
}

test.each([
  ["08:59", "08:59", "inside", "09:00"],
  ["17:45", "17:46", "outside", "18:00"],
] as const)("a question of %s, looked at at %s, waits for the time %s the office that begins at %s", (...given) => {
  const [asked, now, answersWhen, until] = given;
  expect(decide(asked, now, answersWhen)).toEqual({ kind: "wait", until: at(until) });
  expect(decide(asked, until, answersWhen)).toMatchObject({ kind: "answer" });
});

test.each([
  ["08:00", "08:01", "inside"],
  ["12:00", "12:01", "outside"],
  ["18:00", "18:01", "inside"],
] as const)(
  "a question of %s is left to people where no time of the assistant begins soon",
  (asked, now, answersWhen) => {
    expect(decide(asked, now, answersWhen)).toEqual({ kind: "nothing" });
  },
);
