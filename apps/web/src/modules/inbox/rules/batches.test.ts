import { expect, it } from "vitest";
import { batches, type Timers } from "./batches.ts";
import { createTurns } from "./turns.ts";

function handClock() {
  const waiting = new Map<number, () => void>();
  let next = 0;
  const timers: Timers = {
    set: (action) => {
      waiting.set(++next, action);
      return next;
    },
    clear: (timer) => void waiting.delete(timer as number),
  };
  const pass = () => {
    const due = [...waiting.values()];
    waiting.clear();
    for (const action of due) action();
  };
  return { timers, pass, size: () => waiting.size };
}

it("passes on the first item at once, and those of a burst in batches", () => {
  const clock = handClock();
  const seen: number[][] = [];
  const news = batches<number>(150, (batch) => seen.push(batch), clock.timers);
  news.add(1);
  expect(seen).toEqual([[1]]);
  for (const number of [2, 3, 4]) news.add(number);
  expect(seen).toEqual([[1]]);
  clock.pass();
  expect(seen).toEqual([[1], [2, 3, 4]]);
  news.add(5);
  expect(seen).toHaveLength(2);
  clock.pass();
  clock.pass();
  expect(seen).toEqual([[1], [2, 3, 4], [5]]);
  expect(clock.size()).toBe(0);
  news.add(6);
  expect(seen.at(-1)).toEqual([6]);
});

it("passes on nothing after it was stopped", () => {
  const clock = handClock();
  const seen: number[][] = [];
  const news = batches<number>(150, (batch) => seen.push(batch), clock.timers);
  news.add(1);
  news.add(2);
  news.stop();
  clock.pass();
  expect(seen).toEqual([[1]]);
});

it("runs work of one key in sequence, even after a failure, and of several keys in parallel", async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn("a", async () => {
    await gate.promise;
    order.push("a1");
    throw new Error("refused");
  });
  const second = inTurn("a", async () => void order.push("a2"));
  await inTurn("b", async () => void order.push("b"));
  gate.resolve();
  await expect(first).rejects.toThrow("refused");
  await second;
  expect(order).toEqual(["b", "a1", "a2"]);
});
