// @vitest-environment happy-dom
import { volcengine } from "@homeroom/contract/volcengine";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { VolcengineSettings } from "./volcengine-settings.tsx";

it("says why the connection did not load, and shows it after a retry", async () => {
  const server = [refuses(volcengine.setting, "TOO_MANY_REQUESTS")];
  const { person } = show(<VolcengineSettings onClose={vi.fn()} />, { server });
  expect((await screen.findByRole("alert")).textContent).toContain("Too many attempts");
  server[0] = answers(volcengine.setting, { available: true, mayConnect: false, connection: null });
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("article");
});
