// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { GoogleLead } from "./google-lead.tsx";

it("asks for the key before it sends anything", async () => {
  const send = vi.spyOn(globalThis, "fetch");
  const { person } = show(<GoogleLead />);
  await person.click(screen.getByRole("button", { name: "Send a test lead" }));
  expect(screen.getByText("Please enter the key")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
  await person.type(screen.getByLabelText("Key"), "k");
  expect(screen.queryByText("Please enter the key")).toBeNull();
});
