// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { useIntents } from "./use-intents.ts";

/** Does something, with or without an answer; resolves to its id. */
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

it("keeps the id until there is an answer, and then uses another", async () => {
  const intend = intending();
  const first = await intend("a note", false);
  expect(await intend("a note", true)).toBe(first);
  expect(await intend("a note", true)).not.toBe(first);
});

it("keeps the id when pressed twice before the answer", async () => {
  const intend = intending();
  const [one, other] = await Promise.all([intend("a note", true), intend("a note", true)]);
  expect(one).toBe(other);
});

it("distinguishes actions by their subject", async () => {
  const intend = intending();
  expect(await intend("a note", false)).not.toBe(await intend("another note", false));
});

it("uses another id for the same action much later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const intend = intending();
  const first = await intend("a note", false);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await intend("a note", false)).not.toBe(first);
});
