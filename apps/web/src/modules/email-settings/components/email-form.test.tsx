// @vitest-environment happy-dom
import { type EmailSetting, emailSettings } from "@homeroom/contract/email-settings";
import { BranchId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
import { EmailForm } from "./email-form.tsx";

const branch = { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000001"), name: "Mong Kok" };
const setting: NonNullable<EmailSetting["setting"]> = {
  ...{ provider: "other", server: "mail.example.test", port: 2525, security: "starttls", username: "centre" },
  ...{ password: { hasValue: true }, sender: "hello@example.test", senderName: "Mong Kok" },
  verifiedAt: "2026-11-20T10:00:00Z",
};
const saved: EmailSetting = { branch, setting, version: 3 };
const none: EmailSetting = { branch, setting: null, version: 0 };
const passed = answers(emailSettings.test, { testID: "pass-1", expireTime: "2026-11-28T10:15:00Z" });
const works = [passed, answers(emailSettings.save, null)];
const perms = ["org:email:edit", "org:email:test"] as const;

function open(of: EmailSetting = saved, around: Parameters<typeof show>[1] = {}) {
  const onClose = vi.fn();
  const shown = show(<EmailForm of={of} onClose={onClose} />, {
    ...{ perms, user: { email: "amy@example.test" }, server: works },
    ...around,
  });
  return { ...shown, onClose };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const testButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /Send test message/ });
const saveButton = () => screen.getByRole("button", { name: "Save" });

it("tests the form's values, and saves them with the pass of that test", async () => {
  const { person, sentTo, onClose } = open();
  write("Server", "smtp.example.test");
  await person.click(testButton());
  await screen.findByText("Sent to amy@example.test. You can save now");
  expect(sentTo(emailSettings.test)).toEqual([
    expect.objectContaining({ branchID: branch.branchID, server: "smtp.example.test", receiver: "amy@example.test" }),
  ]);
  expect(sentTo(emailSettings.test)[0]).not.toHaveProperty("testID");
  await person.click(saveButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(emailSettings.save)).toMatchObject([{ server: "smtp.example.test", testID: "pass-1", version: 3 }]);
});

it("requires another test after a change, and accepts the earlier test when the change is undone", async () => {
  const { person } = open();
  await person.click(testButton());
  await screen.findByText(/You can save now/);
  write("User name", "somebody else");
  await screen.findByText(/The values have changed/);
  write("User name", "centre");
  expect(await screen.findByText(/You can save now/)).toBeTruthy();
});

it("sends the test message to the address that was typed", async () => {
  const { person, sentTo } = open();
  write("Receiver of the test message", " ben@example.test ");
  await person.click(testButton());
  await waitFor(() => expect(sentTo(emailSettings.test)).toMatchObject([{ receiver: "ben@example.test" }]));
});

it("sends one test message, however often Enter is pressed before the answer comes", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = open(saved, { server: [later(passed, answer.promise)] });
  await person.type(field("Receiver of the test message"), "{Enter}");
  await screen.findByRole("button", { name: /loading/ });
  await person.type(field("Receiver of the test message"), "{Enter}");
  answer.resolve();
  await screen.findByText(/You can save now/);
  expect(sentTo(emailSettings.test)).toHaveLength(1);
  expect(sentTo(emailSettings.save)).toEqual([]);
});

it("sends nothing to an invalid address, by the button or by Enter", async () => {
  const { person, sentTo } = open();
  write("Receiver of the test message", "amy");
  expect(testButton().disabled).toBe(true);
  await person.type(field("Receiver of the test message"), "{Enter}");
  await person.click(testButton());
  expect(sentTo(emailSettings.test)).toEqual([]);
});

it("marks missing fields before a server is asked, and focuses the first", async () => {
  const { person, sentTo } = open(none);
  write("Port", "");
  await person.click(testButton());
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(2));
  expect(document.activeElement).toBe(field("Port"));
  expect(sentTo(emailSettings.test)).toEqual([]);
  write("Port", "587");
  write("Sender address", "hello@example.test");
  await person.click(testButton());
  await screen.findByText(/You can save now/);
  // The kit removes an error some frames later.
  await waitFor(() => expect(screen.queryAllByText("This field is required")).toEqual([]));
});

it("shows a refused test with the server's own text, and keeps the input", async () => {
  const details = { reason: "signIn", answer: "535 5.7.8 Username and Password not accepted" };
  const { endpoint, body } = refuses(emailSettings.test, "EMAIL_TEST_FAILED");
  const refused = { endpoint, body: { ...body, details } };
  const { person } = open(saved, { server: [refused] });
  const intoSight = vi.spyOn(Element.prototype, "scrollIntoView");
  write("Password", "wrong");
  await person.click(testButton());
  await screen.findByText("The server does not accept the user name or password");
  expect(intoSight).toHaveBeenCalledOnce();
  await screen.findByText(/535 5\.7\.8/);
  expect(field("Password").value).toBe("wrong");
  expect(screen.queryByText(/You can save now/)).toBeNull();
});

it("shows a field that the test refuses at that field", async () => {
  const errors = [{ field: "sender", name: "FIELD_INVALID" as const, message: "Not an address of this server" }];
  const { person } = open(saved, { server: [refuses(emailSettings.test, "FIELD_INVALID", errors)] });
  await person.click(testButton());
  await screen.findByText("Not an address of this server");
});

it("keeps the form open when saving is refused", async () => {
  const { person, onClose } = open(saved, {
    server: [passed, refuses(emailSettings.save, "PERMISSION_DENIED")],
  });
  write("Sender name", "Our centre");
  await person.click(saveButton());
  await screen.findByText("You have no permission");
  expect(field("Sender name").value).toBe("Our centre");
  expect(onClose).not.toHaveBeenCalled();
});

it("merges what somebody else has saved with the input", async () => {
  const theirs: EmailSetting = { branch, setting: { ...setting, server: "theirs.example.test" }, version: 4 };
  const { person, sentTo } = open(saved, {
    server: [refuses(emailSettings.save, "STALE_DATA"), answers(emailSettings.list, [theirs])],
  });
  write("Sender name", "Our centre");
  await person.click(saveButton());
  await screen.findByText(/Updated with their changes/);
  expect(field("Server").value).toBe("theirs.example.test");
  expect(field("Sender name").value).toBe("Our centre");
  await person.click(saveButton());
  await waitFor(() => expect(sentTo(emailSettings.save)).toHaveLength(2));
  expect(sentTo(emailSettings.save)[1]).toMatchObject({ version: 4, senderName: "Our centre" });
});

it("fills in the usual values of a provider when it is chosen", async () => {
  const { person } = open(none);
  expect(field("Server").value).toBe("smtp.gmail.com");
  expect(field("Sender name").value).toBe("Mong Kok");
  fireEvent.mouseDown(field("Provider"));
  await person.click(await screen.findByTitle("SendGrid"));
  expect(field("Server").value).toBe("smtp.sendgrid.net");
  expect(field("Port").value).toBe("587");
  expect(field("User name").value).toBe("apikey");
  await screen.findByText(/The user name is always apikey/);
});

it.each([
  ["that the saved password stays", saved, /A password is saved/],
  ["that a password is never shown again", none, /Never shown again/],
])("says below the password %s", (_what, of, hint) => {
  open(of);
  expect(screen.getByText(hint)).toBeTruthy();
});

it("says why nothing can be tested without the permission", () => {
  open(saved, { perms: ["org:email:edit"] });
  expect(screen.getByText(/You do not have permission to send test messages/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Send test message/ })).toBeNull();
});
