import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { roundOf } from "./rounds.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a round ends after its time, unless it can be extended by the same time", async () => {
  const answers = [true, false];
  let asked = 0;
  const isOver = roundOf(2000, async () => answers[asked++] ?? false);
  expect([await isOver(), asked]).toEqual([false, 0]);
  vi.setSystemTime(Date.now() + 2000);
  expect([await isOver(), await isOver(), asked]).toEqual([false, false, 1]);
  vi.setSystemTime(Date.now() + 1999);
  expect([await isOver(), asked]).toEqual([false, 1]);
  vi.setSystemTime(Date.now() + 1);
  expect([await isOver(), asked]).toEqual([true, 2]);
});

test("plans that ask at the same moment share one query", async () => {
  let asked = 0;
  const isOver = roundOf(0, async () => {
    asked += 1;
    return false;
  });
  expect(await Promise.all([isOver(), isOver(), isOver()])).toEqual([true, true, true]);
  expect(asked).toBe(1);
});

test("a failed query is not treated as an answer", async () => {
  const isOver = roundOf(0, async () => {
    throw new Error("the database is away");
  });
  await expect(isOver()).rejects.toThrow("away");
  await expect(isOver()).rejects.toThrow("away");
});
