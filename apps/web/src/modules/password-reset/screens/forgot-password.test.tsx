// @vitest-environment happy-dom
import { passwordReset } from "@homeroom/contract/password-reset";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { PublicNavigationContext } from "#ui/public-page/public-navigation.tsx";
import { ForgotPassword } from "./forgot-password.tsx";

const sent = answers(passwordReset.sendCode, { resendSeconds: 0, expireSeconds: 600 });

function open(server: ReturnType<typeof answers>[]) {
  onTestFinished(() => sessionStorage.clear());
  return visit(server);
}

function visit(server: ReturnType<typeof answers>[]) {
  const navigation = { search: new URLSearchParams(), go: vi.fn() };
  return show(
    <PublicNavigationContext value={navigation}>
      <ForgotPassword />
    </PublicNavigationContext>,
    { server },
  );
}

const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const newPassword = () => screen.findByLabelText("Code from the e-mail");

async function askForCode() {
  write("Account", "ann@x.test");
  press("Send code");
  await newPassword();
}

function writeAll(code = "123456") {
  write("Code from the e-mail", code);
  write("Password", "secret12");
  write("Password, once more", "secret12");
}

it("asks for the account before a code is sent", async () => {
  const { sentTo } = open([sent]);
  press("Send code");
  await screen.findByText("Please enter your account");
  expect(sentTo(passwordReset.sendCode)).toEqual([]);
});

it("comes back to the code after a reload, with the account that it was sent to", async () => {
  open([sent]);
  await askForCode();
  expect(sessionStorage.getItem("passwordReset")).toBe("ann@x.test");
});

it("forgets an account that was refused, so that a reload starts over", async () => {
  open([inTurn(sent, refuses(passwordReset.sendCode, "LOGIN_ACCOUNT_NOT_FOUND"))]);
  await askForCode();
  press("Send again");
  await screen.findByText("The account does not exist or is wrong");
  expect(screen.queryByLabelText("Code from the e-mail")).toBeNull();
  expect(sessionStorage.getItem("passwordReset")).toBeNull();
});

it.each([
  ["12345", "secret12", "secret12", "The verification code is wrong or expired"],
  ["123456", "", "", "Please enter the password"],
  ["123456", "short", "short", "The password must be 6 to 20 letters and digits"],
  ["123456", "secret12", "secret13", "The two passwords are not the same"],
])("does not send code %s with the passwords “%s” and “%s”", async (code, password, repeated, words) => {
  const { sentTo } = open([sent]);
  await askForCode();
  write("Code from the e-mail", code);
  write("Password", password);
  write("Password, once more", repeated);
  press("Reset password");
  await screen.findByText(words);
  expect(sentTo(passwordReset.reset)).toEqual([]);
});

it("keeps the new password after a wrong code, and says so at the code until that is changed", async () => {
  open([sent, refuses(passwordReset.reset, "LOGIN_INVALID_VERIFICATION_CODE")]);
  await askForCode();
  writeAll();
  press("Reset password");
  await screen.findByText("The verification code is wrong or expired");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret12");
  write("Code from the e-mail", "65432");
  expect(screen.queryByText("The verification code is wrong or expired")).toBeNull();
});

it("says that the password is changed, and forgets the account", async () => {
  const { sentTo } = open([sent, answers(passwordReset.reset, null)]);
  await askForCode();
  writeAll();
  press("Reset password");
  await screen.findByText("Your password has been changed");
  expect(sentTo(passwordReset.reset)).toEqual([{ AccountName: "ann@x.test", VCode: "123456", Password: "secret12" }]);
  expect(sessionStorage.getItem("passwordReset")).toBeNull();
});

it("goes back to the account, which can be corrected", async () => {
  const { sentTo } = open([sent]);
  await askForCode();
  press("Other account");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Account")));
  expect(sessionStorage.getItem("passwordReset")).toBeNull();
  write("Account", "ben@x.test");
  press("Send code");
  await newPassword();
  expect(sentTo(passwordReset.sendCode)).toMatchObject([{ accountName: "ann@x.test" }, { accountName: "ben@x.test" }]);
});
