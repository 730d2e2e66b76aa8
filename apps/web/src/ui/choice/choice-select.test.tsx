// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ChoiceSelect } from "./choice-select.tsx";

it("clears by a button that is named in the reader's language", async () => {
  const onChange = vi.fn();
  const { person } = show(<ChoiceSelect value="a" options={[{ value: "a", label: "First" }]} onChange={onChange} />);
  await person.click(screen.getByRole("button", { name: "Clear the choice" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
});
