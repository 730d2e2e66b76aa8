import { day, hour, minute } from "./clock.ts";
import { fill } from "./fill.ts";
import type { Prospect, StatusCode } from "./lead-history.ts";
import type { Random } from "./random.ts";
import type { Picture } from "./talk/talk.ts";

/**
 * The present state of a conversation. `fresh`: a new person has just written. `unread`, `waiting`, `overdue`: the customer
 * wrote last (not read yet; read; more than a day ago). `answered`: we did, today. `silent`: we did, days ago, and
 * nothing came back. `failed`: our last message did not arrive. `settled`: nothing is open.
 */
export type ConversationState =
  | "fresh"
  | "unread"
  | "waiting"
  | "overdue"
  | "answered"
  | "silent"
  | "failed"
  | "settled";

export interface SeedMessage {
  from: "c" | "s";
  text: string;
  picture?: Picture;
  /** Since the turn before, in milliseconds. */
  pause: number;
}

/** The turns of a conversation from the first question to today's state, and the resulting data of the lead. */
export function newTurns(
  random: Random,
  prospect: Prospect,
  standing: ConversationState,
): { turns: SeedMessage[]; status: StatusCode } {
  const { talk, topic } = prospect;
  const turns: SeedMessage[] = [];
  const say = (from: "c" | "s", text: string, picture?: Picture) => {
    const pause = picture ? random.between(25, 100) * 1000 : pauseOf(random, turns.at(-1)?.from, from);
    turns.push({ from, text: fill(text, topic), pause, ...(picture && { picture }) });
  };
  const questions = random.sample(
    talk.questions.filter(([, , courses]) => !courses || courses.some((word) => topic.course.includes(word))),
    5,
  );
  const answer = (pair: (typeof questions)[number] | undefined) => {
    if (!pair) return;
    say("c", pair[0]);
    say("s", pair[1]);
  };

  say("c", random.pick(talk.openings));
  if (standing === "fresh") {
    if (random.chance(0.5)) say("c", questions[0]?.[0] ?? "");
    return { turns, status: "new" };
  }
  say("s", random.pick(talk.greetings));
  say("c", random.pick(talk.grades));
  say("s", random.pick(talk.gradeAnswers));
  const picture = random.chance(0.3) ? pictureFor(random, topic.course) : null;
  if (picture) say(talk.pictures[picture][0], talk.pictures[picture][1], picture);
  if (picture && turns.at(-1)?.from === "c") say("s", random.pick(talk.pictureAnswers));
  for (const pair of questions.slice(0, random.between(1, 3))) answer(pair);
  return { turns, status: finish(random, prospect, { standing, say, open: questions.slice(3) }) };
}

interface Ending {
  standing: ConversationState;
  say(from: "c" | "s", text: string): void;
  /** Questions that have not been asked yet. */
  open: readonly (readonly [question: string, answer: string, ...rest: unknown[]])[];
}

function finish(random: Random, { talk }: Prospect, { standing, say, open }: Ending): StatusCode {
  const [first, second] = open;
  switch (standing) {
    case "settled": {
      const booked = random.chance(0.65);
      for (const [from, text] of random.pick(booked ? talk.bookings : talk.thoughts)) say(from, text);
      return booked ? random.pick(["appointment", "trial", "deal"]) : random.pick(["following", "closed"]);
    }
    case "silent":
      for (const [from, text] of random.pick(talk.thoughts).slice(0, 2)) say(from, text);
      say("s", random.pick(talk.followUps));
      return "following";
    case "answered":
    case "failed":
      say("c", first?.[0] ?? "");
      say("s", first?.[1] ?? "");
      return random.pick(["following", "appointment"]);
    default:
      say("c", first?.[0] ?? "");
      if (random.chance(0.4)) say("c", second?.[0] ?? "");
      return random.pick(["following", "following", "appointment"]);
  }
}

function pictureFor(random: Random, course: string): Picture {
  if (course.includes("泳")) return "pool";
  if (course.includes("琴") || course.includes("提琴")) return "piano";
  if (course.includes("畫")) return "drawing";
  return random.pick(["paper", "timetable"]);
}

/** Staff answer within minutes, customers when they have time; further messages from the same side follow at once. */
function pauseOf(random: Random, before: "c" | "s" | undefined, from: "c" | "s"): number {
  if (before === undefined) return 0;
  if (before === from) return from === "c" ? random.between(8, 90) * 1000 : random.between(7, 18) * hour;
  if (from === "s") return random.between(1, 35) * minute;
  return random.chance(0.2) ? random.between(4, 16) * hour : random.between(1, 70) * minute;
}

/** The time of the last message, by the state of the conversation. */
export function lastTimeOf(random: Random, standing: ConversationState, now: number): number {
  const ago = {
    fresh: () => random.between(3, 600) * minute,
    unread: () => random.between(4, 900) * minute,
    waiting: () => random.between(1, 20) * hour,
    answered: () => random.between(2, 1200) * minute,
    overdue: () => random.between(26, 24 * 6) * hour,
    silent: () => random.between(25, 24 * 9) * hour,
    failed: () => random.between(1, 60) * hour,
    settled: () => random.between(2, 55) * day,
  }[standing]();
  return now - ago - random.between(0, 59) * 1000;
}
