// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { SavingSwitch } from "./saving-switch.tsx";

const control = () => screen.getByRole<HTMLButtonElement>("switch", { name: "In use" });
const isOn = () => control().getAttribute("aria-checked") === "true";

it("shows the new state at once, ignores a second press, and reverts if the change was refused", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const save = vi.fn(() => promise);
  const { person } = show(<SavingSwitch checked={false} label="In use" save={save} />);
  await person.click(control());
  expect([isOn(), control().disabled]).toEqual([true, true]);
  await person.click(control());
  expect(save).toHaveBeenCalledExactlyOnceWith(true);
  // The stored value is unchanged.
  resolve();
  await waitFor(() => expect([isOn(), control().disabled]).toEqual([false, false]));
});
