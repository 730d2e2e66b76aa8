// @vitest-environment happy-dom
import { login } from "@homeroom/contract/login";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { SignInForm } from "./sign-in-form.tsx";

const noCaptcha = answers(login.captcha, { image: "", token: "" } as never);

function open() {
  const onSignedIn = vi.fn();
  const server = [noCaptcha, refuses(login.logOn, "LOGIN_WRONG_PASSWORD")];
  const shown = show(<SignInForm onSignedIn={onSignedIn} />, { server });
  const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { ...shown, onSignedIn, fill };
}

it("says that a field is empty until something is in it", async () => {
  const { person, sentTo, fill } = open();
  fill(/^Account|^E-mail/, "ann@school.test");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  const password = screen.getByLabelText(/^Password/);
  expect(password.getAttribute("aria-invalid")).toBe("true");
  expect(sentTo(login.logOn)).toEqual([]);
  fill(/^Password/, "secret");
  expect(password.getAttribute("aria-invalid")).not.toBe("true");
});

it("says why somebody was refused until they type another password", async () => {
  const { person, fill, onSignedIn } = open();
  fill(/^Account|^E-mail/, "ann@school.test");
  fill(/^Password/, "wrong");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  const password = screen.getByLabelText(/^Password/);
  await waitFor(() => expect(password.getAttribute("aria-invalid")).toBe("true"));
  fill(/^Password/, "right");
  expect(password.getAttribute("aria-invalid")).not.toBe("true");
  expect(onSignedIn).not.toHaveBeenCalled();
});
