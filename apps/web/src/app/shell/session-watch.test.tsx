// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportSessionEnded, saveSession, storedToken } from "#platform/session.ts";
import { question, show } from "#ui/for-tests.ts";
import { SessionWatch } from "./session-watch.tsx";

let reload: ReturnType<typeof vi.spyOn>;
let assign: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  reload = vi.spyOn(window.location, "reload").mockReturnValue();
  assign = vi.spyOn(window.location, "assign").mockReturnValue();
  signIn("t1");
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

function signIn(token: string) {
  saveSession({ token, accountID: "a", isPasswordInitialized: true });
}

async function pressAfterEnd(meanwhile: () => void) {
  const { person } = show(<SessionWatch />);
  reportSessionEnded();
  const dialog = await question("Your session has ended");
  meanwhile();
  await person.click(dialog.getByRole("button", { name: "Sign in again" }));
}

it("leads to the sign-in page when the session has ended", async () => {
  await pressAfterEnd(() => undefined);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/login\?redirect=/)));
  expect([storedToken(), reload.mock.calls]).toEqual([null, []]);
});

it("keeps the session of another window in which the person has signed in again", async () => {
  await pressAfterEnd(() => signIn("t2"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect([storedToken(), assign.mock.calls]).toEqual(["t2", []]);
});

it("loads again when another window has signed in, even after that window had signed out", () => {
  show(<SessionWatch />);
  const stored = (oldValue: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken", oldValue, newValue }));
  stored("t1", null);
  expect(reload).not.toHaveBeenCalled();
  stored(null, "t2");
  expect(reload).toHaveBeenCalledOnce();
});
