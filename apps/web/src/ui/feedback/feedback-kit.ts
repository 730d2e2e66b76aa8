import type { App } from "antd";
import { createStore } from "#platform/store.ts";

/** The kit's words after an action and its questions. */
export type FeedbackKit = ReturnType<typeof App.useApp>;

let kit: FeedbackKit | null = null;
const wanted = createStore(false);
const waiting: ((kit: FeedbackKit) => void)[] = [];

/** Does something with the kit: at once when it is there, else as soon as it has been loaded. */
export function withFeedbackKit(task: (kit: FeedbackKit) => void): void {
  if (kit) return task(kit);
  waiting.push(task);
  wantFeedbackKit();
}

/** Has the kit loaded, so that it is there before the first words. */
export function wantFeedbackKit(): void {
  wanted.set(true);
}

/** The kit is on the page; null when it leaves it. */
export function offerFeedbackKit(next: FeedbackKit | null): void {
  kit = next;
  if (next) for (const task of waiting.splice(0)) task(next);
}

/** Whether somebody needs the kit. */
export const useFeedbackWanted = wanted.useValue;
