// @vitest-environment happy-dom
import type { Hours } from "@homeroom/contract/hours";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { HoursEditor } from "./hours-editor.tsx";

function open(before: Hours[]) {
  let now = before;
  function Editor() {
    const [value, setValue] = useState(before);
    now = value;
    return <HoursEditor empty="At any hour" value={value} onChange={setValue} />;
  }
  const { person } = show(<Editor />);
  return { person, hours: () => now };
}

it("starts with Monday to Friday, and can be reset to any hour", async () => {
  const { person, hours } = open([]);
  expect(screen.getByText("At any hour")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Monday to Friday, 9 to 6" }));
  expect(hours()).toHaveLength(5);
  await person.click(screen.getByRole("button", { name: "Clear" }));
  expect(hours()).toEqual([]);
});

it("adds a day in its place in the week, and removes one", async () => {
  const saturday = { day: 6, from: "10:00", to: "14:00" };
  const { person, hours } = open([{ day: 1, from: "10:00", to: "20:00" }, saturday]);
  await person.click(screen.getByRole("checkbox", { name: "Wednesday" }));
  expect(hours().map(({ day }) => day)).toEqual([1, 3, 6]);
  await person.click(screen.getByRole("checkbox", { name: "Monday" }));
  expect(hours()).toEqual([{ day: 3, from: "09:00", to: "18:00" }, saturday]);
});
