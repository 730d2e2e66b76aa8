// @vitest-environment happy-dom
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import type { UserInfo } from "@homeroom/contract/member";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const to = {
  conversationId: "0190c3a0-0000-7000-8000-0000000000c1" as ConversationId,
  leadId: "0190c3a0-0000-7000-8000-0000000000a1" as LeadId,
  channel: null,
};

beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no connection."))));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

/** The page as it is loaded for somebody: all of it begins again. */
async function loadedFor(accountID: string) {
  vi.resetModules();
  const { setCurrentUser } = await import("#platform/access.ts");
  setCurrentUser({ accountID, roles: [], perms: [] } as object as UserInfo);
  const { send, useOutgoing } = await import("./outgoing.ts");
  const { result } = renderHook(() => useOutgoing());
  return { send, unsent: () => result.current.map(({ text, state }) => [text, state]) };
}

it("keeps the words that did not reach the server for who wrote them, and never for a colleague on the same tab", async () => {
  const amy = await loadedFor("amy");
  amy.send({ ...to, text: "See you at three", files: [], quoted: null });
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1));
  expect((await loadedFor("ben")).unsent()).toEqual([]);
  expect((await loadedFor("amy")).unsent()).toEqual([["See you at three", "failed"]]);
});
