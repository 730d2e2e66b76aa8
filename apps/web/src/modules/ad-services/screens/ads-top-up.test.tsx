// @vitest-environment happy-dom
import { adServices, type ServiceRow } from "@homeroom/contract/ad-services";
import { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { AdsTopUp } from "./ads-top-up.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const service: ServiceRow = {
  ...{ recordID, productName: "Ads for leads", type: "leads", amount: 3000, currency: "HKD", text: "", images: [] },
  ...{ status: "waiting", startTime: null, endTime: null, agreeTime: null, hasReport: false, reportDate: null },
  createTime: "2026-11-26T01:00:00Z",
};
const servicesOf = (...list: ServiceRow[]) =>
  answers(adServices.list, { list, total: list.length, pageNum: 1, pageSize: 30 });
const offerOf = (part: object = {}) =>
  answers(adServices.offer, {
    ...{ currency: "HKD", isFirst: true, graphicPrice: 500, canBuy: true, adBudget: 0, ...part },
  } as never);
const busy = (endpoint: Parameters<typeof refuses>[0]) => refuses(endpoint, "TOO_MANY_REQUESTS");

interface Open {
  server?: ReturnType<typeof answers>[];
  perms?: readonly Permission[];
}

function open({ server = [], perms = ["ad:topup:add"] }: Open = {}) {
  const user = { branch: { timezone: "Asia/Hong_Kong" } };
  return show(<AdsTopUp />, { perms, user, height: 600, server: [...server, offerOf(), servicesOf(service)] });
}

const bought = () => screen.queryAllByRole("button", { name: /^Buy/ }).map(({ textContent }) => textContent);
const allThree = ["Buy Ads for leads", "Buy Ads for traffic", "Buy Ad design"];

it.each<[string, object, readonly Permission[], string[]]>([
  ["everything is sold", {}, ["ad:topup:add"], allThree],
  ["the design has no price", { graphicPrice: null }, ["ad:topup:add"], allThree.slice(0, 2)],
  ["nothing is sold", { canBuy: false }, ["ad:topup:add"], []],
  ["everything is sold, to people who can only read", {}, [], []],
])("where %s, it offers what can be bought", async (_, offer, perms, expected) => {
  open({ server: [offerOf(offer)], perms });
  await screen.findAllByText("Ads for leads");
  expect(bought()).toEqual(expected);
});

it("names the smallest amount of a first order only before that order", async () => {
  open({ server: [offerOf({ isFirst: false })] });
  await screen.findAllByText("Ads for leads");
  expect(screen.queryByText(/the first time/)).toBeNull();
});

it("says why the offer did not load, and retries", async () => {
  const { person } = open({ server: [inTurn(busy(adServices.offer), offerOf())] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Buy Ad design" });
});

it("spends the budget only after a confirmation, and as the same order after a lost answer", async () => {
  const { person, sentTo } = open({ server: [offerOf({ adBudget: 700 }), busy(adServices.useBudget)] });
  for (const times of [1, 2]) {
    await person.click(await screen.findByRole("button", { name: "Use the budget" }));
    const asked = await question("is spent on ads for leads");
    expect(sentTo(adServices.useBudget)).toHaveLength(times - 1);
    await person.click(asked.getByRole("button", { name: "Use the budget" }));
    await waitFor(() => expect(sentTo(adServices.useBudget)).toHaveLength(times));
  }
  await screen.findAllByText(/^Too many attempts/);
  const [first, second] = sentTo(adServices.useBudget);
  expect(second).toEqual(first);
});

it("shows no budget when it is used up", async () => {
  open();
  await screen.findByRole("button", { name: "Buy Ad design" });
  expect(screen.queryByText("Ad budget")).toBeNull();
});

it("agrees to the terms only after they were shown, and says so", async () => {
  const { person, sentTo } = open({ server: [answers(adServices.agree, null)] });
  await person.click(await screen.findByRole("button", { name: "Agree to the terms of Ads for leads" }));
  const asked = await question("Money that was spent cannot be refunded.");
  expect(sentTo(adServices.agree)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Agree to the terms" }));
  await screen.findByText("Agreed. We will start as soon as we can");
  expect(sentTo(adServices.agree)).toEqual([{ recordID }]);
});

it("says why the terms were not agreed to", async () => {
  const { person } = open({ server: [busy(adServices.agree)] });
  await person.click(await screen.findByRole("button", { name: "Agree to the terms of Ads for leads" }));
  await person.click((await question("We place ads")).getByRole("button", { name: "Agree to the terms" }));
  expect(await screen.findByText(/^Too many attempts/)).toBeTruthy();
});

it.each<[string, Partial<ServiceRow>, readonly Permission[]]>([
  ["that runs", { status: "running" }, ["ad:topup:add"]],
  ["that waits, to people who can only read", {}, []],
])("asks for no consent to a service %s", async (_, part, perms) => {
  open({ server: [servicesOf({ ...service, ...part })], perms });
  await screen.findByText(/^(Waiting to start|Running)$/);
  expect(screen.queryByRole("button", { name: /^Agree/ })).toBeNull();
});

it("says when the terms were agreed to", async () => {
  open({ server: [servicesOf({ ...service, agreeTime: "2026-11-26T01:00:00Z" })] });
  expect(await screen.findByText(/^Agreed .*2026/)).toBeTruthy();
});

it("says why a report was not downloaded", async () => {
  const done: ServiceRow = { ...service, status: "finished", hasReport: true, reportDate: "2026-11-27T01:00:00Z" };
  const { person } = open({ server: [servicesOf(done), busy(adServices.report)] });
  await person.click(await screen.findByRole("button", { name: "Download the report of Ads for leads" }));
  expect(await screen.findByText(/^Too many attempts/)).toBeTruthy();
});

it("says that there are no services yet", async () => {
  open({ server: [servicesOf()] });
  expect(await screen.findByText("No services yet")).toBeTruthy();
});
