// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type OwnAccount, ownAccount } from "@homeroom/contract/own-account";
import { type SessionRow, sessions } from "@homeroom/contract/sessions";
import { twoStep } from "@homeroom/contract/two-step";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { EmailSection } from "./email-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoStepSection } from "./two-step-section.tsx";

type Server = ReturnType<typeof answers>[];
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const buttons = (name: string) => screen.getAllByRole<HTMLButtonElement>("button", { name });
const last = (name: string) => buttons(name).at(-1) as HTMLButtonElement;

async function openPassword(server: Server = []) {
  const shown = show(<PasswordSection />, { server });
  await shown.person.click(last("Change password"));
  await screen.findByLabelText("Current password");
  return shown;
}

function writePasswords(present: string, next: string, repeated = next) {
  write("Current password", present);
  write("New password", next);
  write("New password again", repeated);
}

it("does not send a new password if the two inputs differ", async () => {
  const { person, sentTo } = await openPassword();
  writePasswords("old123", "new123", "new124");
  await person.click(last("Change password"));
  await screen.findByText("The two passwords are not the same");
  expect(sentTo(ownAccount.modifyPassword)).toEqual([]);
});

it("keeps the new password when the current one was wrong, and sends it only once", async () => {
  const message = "Wrong password";
  const wrong = [{ field: "oldPassword", message } as never];
  const { person, sentTo } = await openPassword([
    refuses(ownAccount.modifyPassword, "ACCOUNT_WRONG_CURRENT_PASSWORD", wrong),
  ]);
  writePasswords("old123", "new123");
  await person.click(last("Change password"));
  await screen.findByText(message);
  expect(field("New password").value).toBe("new123");
  expect(sentTo(ownAccount.modifyPassword)).toEqual([{ oldPassword: "old123", newPassword: "new123" }]);
});

it("opens empty after the passwords were discarded", async () => {
  const { person } = await openPassword();
  writePasswords("old123", "new123");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  const asked = await question("Unsaved changes");
  await person.click(asked.getByRole("button", { name: "Discard changes", hidden: true }));
  await waitFor(() => expect(screen.queryByLabelText("Current password")).toBeNull());
  await person.click(last("Change password"));
  expect((await screen.findByLabelText<HTMLInputElement>("Current password")).value).toBe("");
  expect(field("New password").value).toBe("");
});

const account = { email: "ann@x.test" } as OwnAccount;

async function openEmail(server: Server) {
  onTestFinished(() => sessionStorage.clear());
  const shown = show(<EmailSection account={account} />, { server });
  await shown.person.click(last("Change e-mail"));
  await screen.findByLabelText("New e-mail");
  return shown;
}

const code = (resendSeconds: number) => answers(ownAccount.sendEmailCode, { resendSeconds, expireSeconds: 600 });

it("sends a code only to a typed address, says where it was sent, and waits before the next one", async () => {
  const { person, sentTo } = await openEmail([code(60)]);
  expect(last("Send code").disabled).toBe(true);
  write("New e-mail", " ben@x.test ");
  await person.click(last("Send code"));
  await screen.findByText("The code was sent to ben@x.test");
  expect(sentTo(ownAccount.sendEmailCode)).toEqual([{ email: "ben@x.test" }]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Again in/ }).disabled).toBe(true);
});

it("shows at the address why no code was sent", async () => {
  const message = "Somebody else has this address";
  const taken = refuses(ownAccount.sendEmailCode, "LOGIN_EMAIL_REGISTERED", [{ field: "email", message } as never]);
  const { person } = await openEmail([taken]);
  write("New e-mail", "cleo@x.test");
  await person.click(last("Send code"));
  await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(field("New e-mail")));
  expect(field("New e-mail").getAttribute("aria-invalid")).toBe("true");
  expect(last("Send code").disabled).toBe(false);
});

const sessionOf = (n: number, browser: string, isCurrent = false): SessionRow => ({
  ...{ recordID: RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`), browser, system: "Linux", isCurrent },
  ...{ device: "desktop", address: "1.1.1.1", branchName: "East", signInTime: "2026-11-20T10:00:00Z" },
  lastUsedTime: "2026-11-20T10:00:00Z",
});
const listed = (...list: SessionRow[]) => answers(sessions.list, list);
const here = sessionOf(1, "Firefox", true);

it("offers no sign-out of others when there is no other session", async () => {
  show(<SessionsSection />, { server: [listed(here)] });
  await screen.findByText("This device");
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("signs the other devices out after a confirmation with their number", async () => {
  const server = [inTurn(listed(here, sessionOf(2, "Chrome"), sessionOf(3, "Safari")), listed(here))];
  const { person, sentTo } = show(<SessionsSection />, {
    server: [...server, answers(sessions.endOthers, { ended: 2 })],
  });
  await person.click(await screen.findByRole("button", { name: "Sign out other devices" }));
  const asked = await question("Sign out 2 other devices?");
  expect(sentTo(sessions.endOthers)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Sign out other devices", hidden: true }));
  await screen.findByText("2 devices signed out");
});

it("says why a device was not signed out, and still shows it", async () => {
  const server = [listed(here, sessionOf(2, "Chrome")), refuses(sessions.end, "TOO_MANY_REQUESTS")];
  const { person } = show(<SessionsSection />, { server });
  await person.click(await screen.findByRole("button", { name: "Sign out Chrome on Linux" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByText("Chrome on Linux");
});

const infoOf = (enabled: boolean, required = false) =>
  answers(twoStep.info, { enabled, enabledTime: null, required, recoveryCodesLeft: 1 });

it.each([
  [false, false, ["Turn on two-step sign-in"]],
  [true, false, ["New recovery codes", "Turn off"]],
  [true, true, ["New recovery codes"]],
])("offers with the second step on: %s and required: %s what can be done", async (enabled, required, offered) => {
  show(<TwoStepSection />, { server: [infoOf(enabled, required)] });
  await waitFor(() => expect(buttons(offered[0] ?? "")[0]?.disabled).toBe(false));
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(offered);
});

it("turns the second step on in three steps, and shows the codes before it is done", async () => {
  const server = [
    inTurn(infoOf(false), infoOf(true)),
    answers(twoStep.start, { secret: "ABCDEFGH", address: "otpauth://totp/x" }),
    inTurn(
      refuses(twoStep.confirm, "ACCOUNT_TWO_STEP_WRONG_CODE"),
      answers(twoStep.confirm, { recoveryCodes: ["one-1", "two-2"] }),
    ),
  ];
  const { person } = show(<TwoStepSection />, { server });
  await waitFor(() => expect(last("Turn on two-step sign-in").disabled).toBe(false));
  await person.click(last("Turn on two-step sign-in"));
  fireEvent.change(await screen.findByLabelText("Current password"), { target: { value: "old123" } });
  await person.click(last("Next"));
  await screen.findByText("ABCD EFGH");
  write("Code", "111111");
  await person.click(last("Turn on two-step sign-in"));
  await screen.findByRole("alert");
  write("Code", "222222");
  await person.click(last("Turn on two-step sign-in"));
  await screen.findByText("two-2");
  expect(screen.queryByText("Two-step sign-in is on")).toBeNull();
  await person.click(last("I have saved them"));
  await screen.findByText("Two-step sign-in is on");
});

it("closes the dialog with new recovery codes only when they are saved, and by Escape only before they are shown", async () => {
  const server = [infoOf(true), answers(twoStep.renewCodes, { recoveryCodes: ["one-1", "two-2"] })];
  const { person } = show(<TwoStepSection />, { server });
  await person.click(await screen.findByRole("button", { name: "New recovery codes" }));
  await screen.findByLabelText("Current password");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByLabelText("Current password")).toBeNull());
  await person.click(last("New recovery codes"));
  fireEvent.change(await screen.findByLabelText("Current password"), { target: { value: "old123" } });
  write("Code", "111111");
  await person.click(last("New recovery codes"));
  await screen.findByText("two-2");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(screen.queryByText("two-2")).not.toBeNull();
  await person.click(last("I have saved them"));
  await waitFor(() => expect(screen.queryByText("two-2")).toBeNull());
});
