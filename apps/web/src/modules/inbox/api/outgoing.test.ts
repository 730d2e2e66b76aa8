// @vitest-environment happy-dom
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import type { UserInfo } from "@homeroom/contract/member";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { setCurrentUser } from "#platform/access.ts";
import type * as Outgoing from "./outgoing.ts";

const to = {
  conversationId: "0190c3a0-0000-7000-8000-0000000000c1" as ConversationId,
  leadId: "0190c3a0-0000-7000-8000-0000000000a1" as LeadId,
  channel: null,
};

beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no connection."))));
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

let loads = 0;

/** The outgoing messages of a page that was loaded for somebody. */
async function loadedFor(accountID: string) {
  setCurrentUser({ accountID, roles: [], perms: [] } as object as UserInfo);
  loads += 1;
  const address = `./outgoing.ts?load=${loads}`;
  const { send, discard, useOutgoing } = (await import(address)) as typeof Outgoing;
  const { result } = renderHook(() => useOutgoing());
  const discardAll = () => result.current.forEach(({ messageId }) => discard(messageId));
  // Remaining messages wait for a connection and would keep retrying.
  onTestFinished(discardAll);
  return { send, discardAll, unsent: () => result.current.map(({ text, state }) => [text, state]) };
}

it("keeps unsent text for its author, and never for a colleague in the same tab", async () => {
  const amy = await loadedFor("amy");
  amy.send({ ...to, text: "See you at three", files: [], quoted: null, channelKind: "whatsapp" });
  await expect.poll(() => amy.unsent()).toEqual([["See you at three", "waiting"]]);
  expect((await loadedFor("ben")).unsent()).toEqual([]);
  expect((await loadedFor("amy")).unsent()).toEqual([["See you at three", "failed"]]);
});

it("asks before the tab is closed while a message waits for a connection", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const amy = await loadedFor("amy");
  expect(asks()).toBe(false);
  amy.send({ ...to, text: "See you at three", files: [], quoted: null, channelKind: "whatsapp" });
  await expect.poll(() => amy.unsent()).toEqual([["See you at three", "waiting"]]);
  expect(asks()).toBe(true);
  amy.discardAll();
  expect(asks()).toBe(false);
});
