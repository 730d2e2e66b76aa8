// @vitest-environment happy-dom
import { errorCatalogue } from "@homeroom/contract/errors/catalogue";
import type { Permission } from "@homeroom/contract/permissions";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { Shortages } from "./check-step.tsx";
import { PauseAdvice } from "./pause-advice.tsx";

const counters = {
  total: 300,
  success: 0,
  accepted: 0,
  delivered: 0,
  read: 0,
  clicked: 0,
  replied: 0,
  failed: 0,
  excluded: 0,
};
type Paused = Parameters<typeof PauseAdvice>[0]["plan"];
const paused = (pauseReason: Paused["pauseReason"], mailFailure: Paused["mailFailure"] = null) => ({
  ...{ state: "running" as const, pausedTime: "2026-11-26T10:00:00.000Z", pauseReason, mailFailure, counters },
});
const account = { messages: 10, balance: 5, price: 0.5, currency: "HKD" as const, after: null, enoughFor: 20 };

it.each<[Parameters<typeof paused>[0], Permission, string]>([
  ["monthlyLimit", "bulk:setting:edit", "/admessage/setting"],
  ["balanceLow", "bill:recharge:add", "/system/payment"],
  ["channelStopped", "org:whatsapp:edit", "/organization/whatsapp"],
  ["spamLimit", "org:whatsapp:edit", "/organization/whatsapp"],
  ["messagingLimit", "org:whatsapp:edit", "/organization/whatsapp"],
  ["mailServer", "org:email:edit", "/organization/email"],
])("says of a plan paused for %s where it is put right", (reason, permission, path) => {
  show(<PauseAdvice plan={paused(reason)} />, { perms: [permission] });
  expect(screen.getByRole("link").getAttribute("href")).toBe(path);
});

it.each<[NonNullable<Paused["mailFailure"]>, readonly string[]]>([
  [
    { reason: "signIn", answer: "535 5.7.8 no" },
    ["user name or password", "It answered: “535 5.7.8 no”.", "Check the e-mail settings and send a test"],
  ],
  [{ reason: "timeout", answer: "" }, ["does not answer", "Check the e-mail settings and send a test"]],
  [{ reason: "usedUp", answer: "550 5.4.5 limit" }, ["as its provider allows in a day", "Press Resume tomorrow"]],
  [{ reason: "notSetUp", answer: "" }, ["no mail server any more", "Enter one in the e-mail settings"]],
])("says what is wrong with the mail server, and what helps: %j", (failure, words) => {
  show(<PauseAdvice plan={paused("mailServer", failure)} />);
  const advice = screen.getByRole("status").textContent;
  for (const part of words) expect(advice).toContain(part);
  expect(advice.includes("It answered")).toBe(failure.answer !== "");
  expect(screen.queryByRole("link")).toBeNull();
});

it("advises to top up only where that helps", () => {
  show(<PauseAdvice plan={paused("monthlyLimit")} />);
  const advice = screen.getByRole("status").textContent;
  expect(advice).toContain("monthly limit is too small for these 300 messages");
  expect(advice).not.toMatch(/top up/i);
  expect(screen.queryByRole("link")).toBeNull();
});

it("says nothing of a plan that a person paused, or that waits for a second one", () => {
  show(
    <>
      <PauseAdvice plan={paused(null)} />
      <PauseAdvice plan={paused("approvalNeeded")} />
    </>,
  );
  expect(screen.queryByRole("status")).toBeNull();
});

it("names what a plan lacks before it starts", () => {
  show(<Shortages count={50} leftThisMonth={40} account={account} />);
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/own monthly limit: 40 messages are left.*the right to change the bulk message settings/),
    expect.stringMatching(/balance is too low: it is enough for 20 messages.*Ask the administrator/),
  ]);
});

it("asks for more messages where they are not sold one by one", () => {
  show(<Shortages count={50} leftThisMonth={null} account={{ ...account, price: null }} />, {
    perms: ["bill:recharge:add"],
  });
  expect(screen.getByRole("alert").textContent).toMatch(/^The message quota is enough for 20 messages/);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/system/payment");
});

it("advises in no language to top up where the limit is the organisation's own", () => {
  const { code, texts } = errorCatalogue.PLAN_MONTHLY_LIMIT;
  expect(code).toBe(errorCatalogue.CHAT_QUOTA_EXCEEDED.code);
  for (const text of Object.values(texts)) expect(text).not.toMatch(/top up|儲值|充值/i);
});
