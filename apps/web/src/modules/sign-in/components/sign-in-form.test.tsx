// @vitest-environment happy-dom
import { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { login, type SignedIn, type SignInChoice } from "@homeroom/contract/login";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { SignInForm } from "./sign-in-form.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-00000000000${n}`;
const organizationId = OrganizationId.parse(uuid(1));
const placeOf = (n: number, branchName: string): SignInChoice => ({
  ...{ organizationId, organizationName: "Bright", branchID: BranchId.parse(uuid(n)), branchName },
});
const session: SignedIn = {
  ...{ token: "t", accountID: AccountId.parse(uuid(9)), isPasswordInitialized: true, organizationId },
  branchID: BranchId.parse(uuid(2)),
};
const noCaptcha = answers(login.captcha, { token: "", image: "" });
const captchas = inTurn(
  answers(login.captcha, { token: "first", image: "data:image/png;base64,AA" }),
  answers(login.captcha, { token: "second", image: "data:image/png;base64,BB" }),
);

async function open(logOn: ReturnType<typeof answers>, captcha = noCaptcha) {
  const onSignedIn = vi.fn();
  const shown = show(<SignInForm onSignedIn={onSignedIn} />, { server: [captcha, logOn] });
  await waitFor(() => expect(shown.sentTo(login.captcha)).toHaveLength(1));
  return { ...shown, onSignedIn };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: /^Sign(ing)? in/ }));

function enter() {
  write("Account", "ann@x.test");
  write("Password", "secret1");
  submit();
}

it.each([
  ["", "Please enter your account", "Account"],
  ["ann@x.test", "Please enter your password", "Password"],
])(
  "asks for what is missing before anything is sent (with “%s”: %s), and puts the cursor there",
  async (account, words, at) => {
    const { sentTo } = await open(answers(login.logOn, session));
    write("Account", account);
    submit();
    await screen.findByText(words);
    expect(document.activeElement).toBe(field(at));
    expect(sentTo(login.logOn)).toEqual([]);
  },
);

it.each([
  ["LOGIN_ACCOUNT_DISABLED", "The account is disabled", "Account"],
  ["LOGIN_WRONG_PASSWORD", "Wrong password", "Password"],
] as const)("no longer says %s once its field is changed", async (name, words, at) => {
  await open(refuses(login.logOn, name));
  enter();
  await screen.findByText(words);
  expect(field(at).getAttribute("aria-invalid")).toBe("true");
  write(at, "another1");
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(field(at).getAttribute("aria-invalid")).toBe("false");
});

it("keeps what was typed, and the error at its field, while another field is changed", async () => {
  await open(refuses(login.logOn, "LOGIN_ACCOUNT_DISABLED"));
  enter();
  await screen.findByText("The account is disabled");
  write("Password", "secret2");
  screen.getByText("The account is disabled");
  expect(field("Account").value).toBe("ann@x.test");
});

it("shows a refusal that is about no field above the form", async () => {
  await open(refuses(login.logOn, "TOO_MANY_REQUESTS"));
  enter();
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
});

it("sends one sign-in, however often the button is pressed", async () => {
  const answer = Promise.withResolvers<void>();
  const { sentTo, onSignedIn } = await open(later(answers(login.logOn, session), answer.promise));
  enter();
  submit();
  answer.resolve();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(session));
  expect(sentTo(login.logOn)).toHaveLength(1);
});

it("loads a new captcha after a refused one, and says at the empty field what was wrong", async () => {
  const refused = refuses(login.logOn, "LOGIN_INVALID_VERIFICATION_CODE");
  const { sentTo, onSignedIn } = await open(inTurn(refused, answers(login.logOn, session)), captchas);
  write("Account", "ann@x.test");
  write("Password", "secret1");
  submit();
  await screen.findByText("Please enter the verification code");
  write("Verification code", "ABCD");
  submit();
  await screen.findByText("The verification code is wrong or expired");
  expect(field("Verification code").value).toBe("");
  await waitFor(() => expect(document.querySelector("img")?.getAttribute("src")).toMatch(/BB$/));
  write("Verification code", "EFGH");
  submit();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
  expect(sentTo(login.logOn)).toMatchObject([
    { token: "first", vCode: "ABCD" },
    { token: "second", vCode: "EFGH" },
  ]);
});

it("offers another picture after the first did not load", async () => {
  const captcha = inTurn(
    refuses(login.captcha, "SYSTEM_ERROR"),
    answers(login.captcha, { token: "a", image: "data:x" }),
  );
  await open(answers(login.logOn, session), captcha);
  await screen.findByText("Load again");
  fireEvent.click(screen.getByRole("button", { name: "Show another code" }));
  await waitFor(() => expect(screen.queryByText("Load again")).toBeNull());
  expect(document.querySelector("img")?.getAttribute("src")).toBe("data:x");
});

it("asks where to sign in if there are several places, and sends the chosen one", async () => {
  const choice: SignedIn = { ...session, token: "", needSelect: [placeOf(3, "East"), placeOf(4, "West")] };
  const { sentTo, onSignedIn } = await open(inTurn(answers(login.logOn, choice), answers(login.logOn, session)));
  enter();
  const places = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Organisation and branch" });
  expect([places.value, document.activeElement]).toEqual([uuid(3), places]);
  expect(onSignedIn).not.toHaveBeenCalled();
  fireEvent.change(places, { target: { value: uuid(4) } });
  submit();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session));
  expect(sentTo(login.logOn)[1]).toMatchObject({ organizationId, branchID: uuid(4) });
});

it("forgets the places when the account is changed", async () => {
  const choice: SignedIn = { ...session, token: "", needSelect: [placeOf(3, "East"), placeOf(4, "West")] };
  const { sentTo } = await open(answers(login.logOn, choice));
  enter();
  await screen.findByRole("combobox");
  write("Account", "ben@x.test");
  expect(screen.queryByRole("combobox")).toBeNull();
  submit();
  await screen.findByRole("combobox");
  expect(sentTo(login.logOn)[1]).not.toHaveProperty("branchID");
});
