import { emptySection, type Section } from "@homeroom/contract/page-design/sections";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftSaver, type SaveState, StaleDraft } from "./draft-saver.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const drafts = () => ["text1", "text2", "text3"].map((id): Section[] => [emptySection("text", id)]);

function saverOf(send: (version: number, sections: Section[]) => Promise<number>) {
  const states: SaveState[] = [];
  const [first = []] = drafts();
  const saver = new DraftSaver({ version: 1, sections: first, send, tell: (state) => states.push(state) });
  return { saver, states };
}

test("changes in quick succession are one save, based on the last returned version", async () => {
  const sent: unknown[] = [];
  const { saver, states } = saverOf(async (version, sections) => {
    sent.push([version, sections[0]?.id]);
    return version + 1;
  });
  const [, second = [], third = []] = drafts();
  saver.change(second);
  saver.change(third);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([[1, "text3"]]);
  saver.change(second);
  await saver.saveNow();
  expect(sent.at(-1)).toEqual([2, "text2"]);
  expect(states.at(-1)).toBe("saved");
  expect(saver.isSaved).toBe(true);
});

test("changes during a save are saved afterwards", async () => {
  const [, second = [], third = []] = drafts();
  const sent: unknown[] = [];
  const { saver } = saverOf(async (version, sections) => {
    sent.push(sections[0]?.id);
    if (sent.length === 1) saver.change(third);
    return version + 1;
  });
  saver.change(second);
  await vi.runAllTimersAsync();
  expect(sent).toEqual(["text2", "text3"]);
});

test("after somebody else has saved, nothing is sent until the person decides", async () => {
  let stale = true;
  const [, second = [], third = []] = drafts();
  const send = vi.fn(async (version: number) => {
    if (stale) throw new StaleDraft();
    return version + 1;
  });
  const { saver, states } = saverOf(send);
  saver.change(second);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe("conflict");
  saver.change(third);
  await vi.runAllTimersAsync();
  expect(send).toHaveBeenCalledTimes(1);
  stale = false;
  saver.begin(7, []);
  expect(await saver.saveNow()).toBe(true);
  expect(send).toHaveBeenLastCalledWith(7, third);
});

test("a failed save is retried automatically and with the next change", async () => {
  let down = true;
  const send = vi.fn(async (version: number) => {
    if (down) throw new Error("away");
    return version + 1;
  });
  const { saver, states } = saverOf(send);
  const [, second = [], third = []] = drafts();
  saver.change(second);
  await vi.advanceTimersByTimeAsync(1200);
  expect(states.at(-1)).toBe("failed");
  await vi.advanceTimersByTimeAsync(5000);
  expect(send).toHaveBeenCalledTimes(2);
  down = false;
  saver.change(third);
  await vi.advanceTimersByTimeAsync(1200);
  expect(states.at(-1)).toBe("saved");
  down = true;
  saver.change(second);
  await vi.advanceTimersByTimeAsync(1200);
  down = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(states.at(-1)).toBe("saved");
});

test("a change that is undone before it is saved leaves nothing to save", async () => {
  const send = vi.fn(async (version: number) => version + 1);
  const { saver, states } = saverOf(send);
  const [, second = []] = drafts();
  saver.change(second);
  await vi.runAllTimersAsync();
  saver.change([]);
  saver.change(second);
  await vi.runAllTimersAsync();
  expect(states.slice(-2)).toEqual(["waiting", "saved"]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("after the settings were saved it continues with their version, if the sections are still its own", async () => {
  const send = vi.fn(async (version: number) => version + 1);
  const { saver, states } = saverOf(send);
  const own: Section[] = [{ ...emptySection("text", "text2"), title: "暑期班 " } as Section];
  saver.change(own);
  await vi.runAllTimersAsync();
  // In the server's form: in another order, and trimmed.
  saver.goOnWith(5, [{ body: "", title: "暑期班", type: "text", id: "text2" }]);
  const [, , third = []] = drafts();
  saver.change(third);
  await vi.runAllTimersAsync();
  expect(send).toHaveBeenLastCalledWith(5, third);
  expect(states.at(-1)).toBe("saved");
});

test("sections that somebody else saved before the settings are a conflict, and are not overwritten", async () => {
  const send = vi.fn(async (version: number) => version + 1);
  const { saver, states } = saverOf(send);
  const [, second = [], third = []] = drafts();
  saver.change(second);
  saver.goOnWith(5, third);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe("conflict");
  expect(send).not.toHaveBeenCalled();
  saver.begin(5, third);
  expect(await saver.saveNow()).toBe(true);
  expect(send).toHaveBeenLastCalledWith(5, second);
});
