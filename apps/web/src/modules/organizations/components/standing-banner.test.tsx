// @vitest-environment happy-dom
import type { Permission } from "@homeroom/contract/permissions";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { StandingBanner } from "./standing-banner.tsx";

const day = 86_400_000;

/** The text above the screen of an organisation whose plan ends in this number of days, up to the date. */
function banner(
  membership: string,
  inDays: number,
  perms: readonly Permission[],
  trialOver = false,
): string | undefined {
  const expiryDate = new Date(Date.now() + inDays * day).toISOString();
  show(<StandingBanner />, { perms, user: { organization: { membership, expiryDate, trialOver, timeZone: "UTC" } } });
  return screen.queryByRole("paragraph")?.textContent.replace(/ (on|to|until) .*/, "");
}

it("says nothing while the plan runs for more than a week", () => {
  expect(banner("plus", 9, ["org:info:query"])).toBeUndefined();
});

it("mentions a plan that ends soon only to people who see the organisation or its plan", () => {
  expect(banner("plus", 3, ["crm:lead:query"])).toBeUndefined();
});

it("counts the days of a trial, and offers to choose a plan with the right to buy one", () => {
  expect(banner("trial", 3, ["org:info:query", "bill:plan:buy"])).toBe("The trial ends in 3 days,");
  expect(screen.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/system/payment");
});

it("offers nothing without the right to pay", () => {
  expect(banner("trial", 3, ["org:info:query"])).toBe("The trial ends in 3 days,");
  expect(screen.queryByRole("link")).toBeNull();
});

it("gives a paid plan days of grace, which a trial does not have", () => {
  expect(banner("plus", -2, ["bill:plan:query"])).toBe("The plan has ended. 5 days of grace are left,");
});

it.each([
  { membership: "trial", trialOver: false },
  { membership: "expired", trialOver: true },
])("tells everybody that a trial has ended, and invites to choose a plan: %j", ({ membership, trialOver }) => {
  const words = banner(membership, -2, ["crm:lead:query", "bill:plan:buy"], trialOver);
  expect(words).toMatch(/^The trial has ended: you can view, export and pay\./);
  expect(screen.getByRole("link").textContent).toBe("Choose a plan");
});

it("invites to renew a plan that was bought once", () => {
  expect(banner("expired", -9, ["bill:plan:buy"])).toMatch(/^The plan has ended: you can view, export and pay\./);
  expect(screen.getByRole("link").textContent).toBe("Renew");
});

it("sends people who cannot pay to an administrator once everything has ended", () => {
  expect(banner("plus", -9, ["crm:lead:query"])).toMatch(/: you can only view and export$/);
});
