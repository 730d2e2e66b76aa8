// @vitest-environment happy-dom
import type { ConversationId } from "@homeroom/contract/ids";
import type { UserInfo } from "@homeroom/contract/member";
import { afterEach, expect, it } from "vitest";
import { setCurrentUser } from "#platform/access.ts";
import { draftOf, keepDraft, keepNoteDraft, noteDraftOf } from "./drafts.ts";

const conversation = "0190c3a0-0000-7000-8000-0000000000c1" as ConversationId;
const signIn = (accountID: string) => setCurrentUser({ accountID, roles: [], perms: [] } as object as UserInfo);

afterEach(() => {
  setCurrentUser(null);
  sessionStorage.clear();
});

it("keeps a person's draft for them alone, until they come back", () => {
  signIn("amy");
  keepDraft(conversation, "Your password is");
  keepNoteDraft(conversation, { text: "She is difficult", mentions: [] });
  signIn("ben");
  expect([draftOf(conversation), noteDraftOf(conversation).text]).toEqual(["", ""]);
  keepDraft(conversation, "Hello");
  signIn("amy");
  expect([draftOf(conversation), noteDraftOf(conversation).text]).toEqual(["Your password is", "She is difficult"]);
});

it("does not store an empty text", () => {
  signIn("amy");
  keepDraft(conversation, "Hello");
  keepDraft(conversation, "");
  keepNoteDraft(conversation, { text: "", mentions: [] });
  expect(sessionStorage).toHaveLength(0);
});
