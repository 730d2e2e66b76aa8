import type { App } from "antd";
import { createStore } from "#platform/store.ts";

/** The kit's messages and confirmations. */
export type FeedbackKit = ReturnType<typeof App.useApp>;

let kit: FeedbackKit | null = null;
const wanted = createStore(false);
const waiting: ((kit: FeedbackKit) => void)[] = [];

/** Runs something with the kit: at once if it is loaded, otherwise as soon as it is. */
export function withFeedbackKit(task: (kit: FeedbackKit) => void): void {
  if (kit) return task(kit);
  waiting.push(task);
  wantFeedbackKit();
}

/** Loads the kit, so that it is ready before the first message. */
export function wantFeedbackKit(): void {
  wanted.set(true);
}

/** Whether a message or question waits for the kit. */
export function isKitAwaited(): boolean {
  return waiting.length > 0;
}

/** Sets the kit when it is mounted; null when it is unmounted. */
export function offerFeedbackKit(next: FeedbackKit | null): void {
  kit = next;
  if (next) for (const task of waiting.splice(0)) task(next);
}

/** Whether the kit is needed. */
export const useFeedbackWanted = wanted.useValue;
