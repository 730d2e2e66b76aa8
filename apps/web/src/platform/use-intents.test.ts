// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { useIntents } from "./use-intents.ts";

/** Wants something done, with an answer or without one; resolves to the id it had. */
function intending() {
  const { result } = renderHook(() => useIntents<string>());
  return async (about: string, answered: boolean) => {
    let given = "";
    const work = (id: string) => {
      given = id;
      return answered ? Promise.resolve() : Promise.reject(new Error("The answer was lost."));
    };
    await result.current(about, work).catch(() => undefined);
    return given;
  };
}

it("is the same thing until it was answered, and another one after that", async () => {
  const intend = intending();
  const first = await intend("a note", false);
  expect(await intend("a note", true)).toBe(first);
  expect(await intend("a note", true)).not.toBe(first);
});

it("is the same thing when it is pressed twice before the answer", async () => {
  const intend = intending();
  const [one, other] = await Promise.all([intend("a note", true), intend("a note", true)]);
  expect(one).toBe(other);
});

it("tells things apart by what they are about", async () => {
  const intend = intending();
  expect(await intend("a note", false)).not.toBe(await intend("another note", false));
});

it("is another thing when somebody wants the same much later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const intend = intending();
  const first = await intend("a note", false);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await intend("a note", false)).not.toBe(first);
});
