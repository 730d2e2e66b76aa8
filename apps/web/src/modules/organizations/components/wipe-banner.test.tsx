// @vitest-environment happy-dom
import { organization } from "@homeroom/contract/organization";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { WipeBanner } from "./wipe-banner.tsx";

const wipeIn = (ms: number) => ({ dueTime: new Date(Date.now() + ms).toISOString(), requestedBy: "Ann" });
const user = (wipe: object | null) => ({ organization: { wipe, timeZone: "UTC" }, branch: { timeZone: "UTC" } });

it("shows nothing while no deletion is waiting", () => {
  show(<WipeBanner />, { user: user(null) });
  expect(screen.queryByRole("region")).toBeNull();
});

it("names who asked for the deletion, and withdraws it once that is confirmed", async () => {
  const server = [answers(organization.cancelWipe, null)];
  const { person, sentTo } = show(<WipeBanner />, { user: user(wipeIn(3_600_000)), server });
  screen.getByText(/^Ann asked for everything to be deleted/);
  await person.click(screen.getByRole("button", { name: "Withdraw" }));
  expect(sentTo(organization.cancelWipe)).toEqual([]);
  const asked = await question("Withdraw the deletion and keep everything?");
  await person.click(asked.getByRole("button", { name: "Withdraw", hidden: true }));
  await screen.findByText("Withdrawn. Everything stays as it is");
  expect(sentTo(organization.cancelWipe)).toHaveLength(1);
});

it("offers no way back once the deletion has begun", () => {
  show(<WipeBanner />, { user: user(wipeIn(-1000)) });
  screen.getByText("Everything is being deleted now.");
  expect(screen.queryByRole("button")).toBeNull();
});
