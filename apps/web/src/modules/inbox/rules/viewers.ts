import type { Viewer } from "@homeroom/contract/chat-holding";

/** Somebody else with the conversation open, and until when by this browser's clock. */
export interface ShownViewer extends Pick<Viewer, "accountID" | "nickname" | "avatar"> {
  viewingUntil: number;
  typingUntil: number;
}

/** The server's answer at a moment. It contains durations, so that differing clocks do not matter. */
export function shownViewers(viewers: readonly Viewer[], now: number): ShownViewer[] {
  return viewers.map(({ viewingFor, typingFor, ...person }) => ({
    ...person,
    viewingUntil: now + viewingFor * 1000,
    typingUntil: typingFor > 0 ? now + typingFor * 1000 : 0,
  }));
}

/** The people still present at a moment, and which of them are typing. */
export function presentAt(
  viewers: readonly ShownViewer[],
  now: number,
): { here: ShownViewer[]; typing: ShownViewer[] } {
  const here = viewers.filter(({ viewingUntil }) => viewingUntil > now);
  return { here, typing: here.filter(({ typingUntil }) => typingUntil > now) };
}
