// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { CountedChoice } from "./counted-choice.tsx";

it("leaves the focus to the list on a pointer press, and keeps a focus that came from the keyboard", async () => {
  const choose = vi.fn();
  const { person } = show(<CountedChoice label="Waiting" count={3} chosen={false} onChoose={choose} />);
  const button = screen.getByRole("button", { name: /Waiting/ });
  await person.click(button);
  expect(document.activeElement).toBe(document.body);
  await person.tab();
  await person.keyboard("{Enter}");
  expect(document.activeElement).toBe(button);
  expect(choose).toHaveBeenCalledTimes(2);
});
