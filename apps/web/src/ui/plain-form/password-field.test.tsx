// @vitest-environment happy-dom
import { createEvent, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "../for-tests.ts";
import { PasswordField } from "./password-field.tsx";

function field(problem?: string) {
  const { person } = show(
    <PasswordField
      name="password"
      label="Password"
      autoComplete="current-password"
      value="secret"
      onChange={() => undefined}
      problem={problem}
      hint="6 to 20 letters"
    />,
  );
  return { person, input: screen.getByLabelText<HTMLInputElement>("Password") };
}

it("shows the password while that is switched on", async () => {
  const { person, input } = field();
  expect(input.type).toBe("password");
  await person.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.type).toBe("text");
  await person.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.type).toBe("password");
});

it("says that Caps Lock is on instead of its hint, until the field is left", () => {
  const { input } = field();
  const press = createEvent.keyDown(input, { key: "A" });
  // The test page does not support Caps Lock.
  Object.defineProperty(press, "getModifierState", { value: (key: string) => key === "CapsLock" });
  fireEvent(input, press);
  expect(screen.queryByText("6 to 20 letters")).toBeNull();
  expect(screen.queryByText("Caps Lock is on")).not.toBeNull();
  fireEvent.blur(input);
  expect(screen.queryByText("Caps Lock is on")).toBeNull();
  expect(screen.queryByText("6 to 20 letters")).not.toBeNull();
});

it("shows the error before anything else", () => {
  field("Too short");
  expect(screen.queryByText("Too short")).not.toBeNull();
  expect(screen.queryByText("6 to 20 letters")).toBeNull();
});
