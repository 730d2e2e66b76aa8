// @vitest-environment happy-dom
import { type AccountInfo, billing, type PlanPurchase, type PlanQuote } from "@homeroom/contract/billing";
import { RecordId } from "@homeroom/contract/ids";
import { linkedCard } from "@homeroom/contract/linked-card";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { BuyDrawer } from "./buy-drawer.tsx";
import { BalanceCard, PlanCard } from "./plan-card.tsx";
import { PlanCompare } from "./plan-compare.tsx";
import { RenewalCard } from "./renewal-card.tsx";

const id = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const priceOf = (plan: "basic" | "advanced", paidMonths: number, grantedMonths = paidMonths) => ({
  ...{ priceID: id, kind: "subscription", plan, paidMonths, grantedMonths, amount: 100 * paidMonths },
  ...{ currency: "HKD", messages: 0 },
});
const plans = answers(billing.plans, {
  ...{ plans: [], currency: "HKD" },
  prices: [priceOf("basic", 1), priceOf("basic", 12, 14), priceOf("advanced", 6)],
} as never);
const quoteOf = (amount: number): PlanQuote => ({
  ...{ kind: "subscription", amount, currency: "HKD", plan: "basic", startTime: null, endTime: null, days: 0 },
  ...{ messages: 0, lines: [] },
});
const preview = (amount: number) => answers(billing.preview, quoteOf(amount));
const ordered = answers(billing.create, { recordID: id, payUrl: null } as never);
const upgrade: PlanPurchase = { kind: "upgrade", planID: "advanced" };
const year: PlanPurchase = { kind: "subscription", planID: "basic", months: 12 };
type Server = ReturnType<typeof answers>[];
const ofLimit = (used: number) => ({ used, limit: 2000 });
const uses = {
  storage: ofLimit(0),
  messages: ofLimit(0),
  images: ofLimit(900),
  staff: ofLimit(350),
  branches: ofLimit(20),
};

function Buy({ first, onDone }: { first: PlanPurchase; onDone: () => void }) {
  const [purchase, setPurchase] = useState(first);
  return (
    <BuyDrawer
      purchase={purchase}
      currency="HKD"
      uses={uses}
      onChange={setPurchase}
      onDone={onDone}
      onClose={vi.fn()}
    />
  );
}

function buy(server: Server, first = year) {
  const onDone = vi.fn();
  return { ...show(<Buy first={first} onDone={onDone} />, { server: [...server, plans] }), onDone };
}

const order = () => screen.getByRole<HTMLButtonElement>("button", { name: /Place the order/ });
const isReady = () => waitFor(() => expect(order().disabled).toBe(false));

it("orders for the price that is shown, and only once that is known", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, onDone } = buy([later(preview(1200), answer.promise), ordered]);
  expect(order().disabled).toBe(true);
  answer.resolve();
  await screen.findByText("HK$1,200.00");
  await person.click(order());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(billing.create)).toMatchObject([{ ...year, payMethod: "card", expectedAmount: 1200 }]);
});

it("places no order for the price of another choice", async () => {
  const answer = Promise.withResolvers<void>();
  const { person } = buy([inTurn(preview(1200), later(preview(100), answer.promise)), ordered]);
  await isReady();
  await person.click(screen.getByRole("radio", { name: "1 month" }));
  await waitFor(() => expect(order().disabled).toBe(true));
  expect(screen.queryByText("HK$1,200.00")).toBeNull();
  answer.resolve();
  await screen.findByText("HK$100.00");
  expect(screen.queryByText("HK$1,200.00")).toBeNull();
});

it("shows the new price after an order was refused for the old one, and orders for that", async () => {
  const creating = inTurn(refuses(billing.create, "STALE_DATA"), ordered);
  const { person, sentTo, onDone } = buy([inTurn(preview(1200), preview(1300)), creating]);
  await isReady();
  await person.click(order());
  await screen.findByText("HK$1,300.00");
  await isReady();
  await person.click(order());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const sent = sentTo(billing.create) as { recordID: string; expectedAmount: number }[];
  expect(sent.map(({ expectedAmount }) => expectedAmount)).toEqual([1200, 1300]);
  expect(sent[0]?.recordID).toBe(sent[1]?.recordID);
});

it("places no order for an invalid top-up, and requests no price for it", async () => {
  const { person, sentTo } = buy([preview(1000), ordered], { kind: "recharge", amount: 1000 });
  await isReady();
  const asked = sentTo(billing.preview).length;
  await person.clear(screen.getByLabelText("Amount"));
  await person.type(screen.getByLabelText("Amount"), "5");
  expect(order().disabled).toBe(true);
  expect(screen.queryByText("HK$1,000.00")).toBeNull();
  expect(screen.getByText("HK$100.00 to HK$1,000,000.00").className).toContain("danger");
  await person.tab();
  expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("5.00");
  expect(sentTo(billing.preview)).toHaveLength(asked);
});

it("says why there is no price, and requests it again", async () => {
  const { person } = buy([inTurn(refuses(billing.preview, "TOO_MANY_REQUESTS"), preview(500))], upgrade);
  await screen.findByText(/^Too many attempts/);
  expect(order().disabled).toBe(true);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("HK$500.00");
});

it("places one order, however often the button is pressed", async () => {
  const { sentTo, onDone } = buy([preview(1200), ordered]);
  await isReady();
  fireEvent.click(order());
  fireEvent.click(order());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sentTo(billing.create)).toHaveLength(1);
});

it("offers only the months of the chosen plan, with the free ones", async () => {
  const { person } = buy([preview(1200)]);
  await screen.findByRole("radio", { name: "12 months (+2 months free)" });
  await person.click(screen.getByRole("radio", { name: "Advanced plan" }));
  await screen.findByRole("radio", { name: "6 months" });
  expect(screen.queryByRole("radio", { name: /12 months/ })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "6 months" }).checked).toBe(true);
});

it("offers another plan in place of one that is off sale, and orders that one", async () => {
  const onlyAdvanced = answers(billing.plans, {
    plans: [],
    currency: "HKD",
    prices: [priceOf("advanced", 12)],
  } as never);
  const { person, sentTo, onDone } = buy([onlyAdvanced, preview(2400), ordered]);
  const basic = await screen.findByRole<HTMLInputElement>("radio", { name: "Basic plan (no longer sold)" });
  expect(basic.disabled).toBe(true);
  await isReady();
  await person.click(order());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(billing.create)).toMatchObject([{ planID: "advanced", months: 12, expectedAmount: 2400 }]);
});

it("warns of a plan that allows less than is in use, and of no other", async () => {
  const terms = { plan: "basic", storage: 100, images: 200, staff: 300, branches: 20 } as const;
  const both = answers(billing.plans, {
    ...{ currency: "HKD", plans: [terms, { ...terms, plan: "advanced", staff: 2000 }] },
    prices: [priceOf("basic", 12), priceOf("advanced", 12)],
  } as never);
  const { person } = buy([both, preview(1200)]);
  await screen.findByText(/^This plan allows less than you use now/);
  expect(screen.getAllByText(/ in use, /).map(({ textContent }) => textContent)).toEqual([
    "Staff: 350 in use, 300 allowed",
  ]);
  await person.click(screen.getByRole("radio", { name: "Advanced plan" }));
  await waitFor(() => expect(screen.queryByText(/ in use, /)).toBeNull());
});

it("says that nothing is sold, and requests no price", async () => {
  const { sentTo } = buy([answers(billing.plans, { plans: [], currency: "HKD", prices: [] } as never), preview(1)]);
  await screen.findByText("Nothing is sold at the moment.");
  expect([order().disabled, sentTo(billing.preview).length]).toEqual([true, 0]);
});

const account = {
  ...{ membership: "basic", plan: "basic", expireTime: "2026-12-20T10:00:00Z", graceTime: null, removalTime: null },
  ...{
    daysLeft: 24,
    nextInvoice: { amount: 388, currency: "HKD", plan: "basic", months: 1 },
    upcoming: [],
    canBuy: true,
    currency: "HKD",
    balance: 10,
    reserved: 0,
  },
  ...{ messages: 1, reservedMessages: 0, adBudget: 0, enoughMessages: null, enoughBroadcasts: null },
} as unknown as AccountInfo;
const over = { graceTime: "2026-12-30T10:00:00Z", removalTime: "2027-01-20T10:00:00Z", daysLeft: 0 };

it.each<[string, Partial<AccountInfo>, string[], RegExp]>([
  ["a trial", { membership: "trial", plan: "trial" }, ["Buy"], /24 days left/],
  ["the basic plan", {}, ["Renew", "Upgrade to advanced"], /24 days left/],
  ["a plan off sale", { nextInvoice: null }, ["Choose another plan", "Upgrade to advanced"], /No longer sold/],
  ["its last day", { daysLeft: 0 }, ["Renew", "Upgrade to advanced"], /Ends today/],
  ["the advanced plan", { membership: "advanced", plan: "advanced" }, ["Renew"], /24 days left/],
  ["its days of grace", { membership: "grace", ...over }, ["Renew"], /Everything keeps working/],
  ["its end", { membership: "expired", ...over }, ["Renew"], /You can view, export and pay/],
  [
    "the end of its trial",
    { membership: "expired", plan: "trial", ...over },
    ["Buy"],
    /The trial has ended.* Buy a plan/,
  ],
  ["no end", { expireTime: null }, ["Renew", "Upgrade to advanced"], /No end date/],
  ["no way to buy", { canBuy: false }, [], /24 days left/],
])("offers with %s what can be bought, and says how long it lasts", (_name, facts, offered, words) => {
  show(<PlanCard account={{ ...account, ...facts }} onBuy={vi.fn()} />, { perms: ["bill:plan:buy"] });
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(offered);
  screen.getByText(words);
});

it("offers no upgrade while the advanced plan is off sale", async () => {
  const onlyBasic = answers(billing.plans, { plans: [], currency: "HKD", prices: [priceOf("basic", 1)] } as never);
  show(<PlanCard account={account} onBuy={vi.fn()} />, { perms: ["bill:plan:buy"], server: [onlyBasic] });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Upgrade to advanced" })).toBeNull());
  screen.getByRole("button", { name: "Renew" });
});

it.each([
  [[], []],
  [["bill:recharge:add" as const], ["Top up"]],
  [
    ["bill:recharge:add" as const, "bill:plan:buy" as const],
    ["Top up", "Buy messages"],
  ],
])("offers people with %j for the balance %j", (perms, offered) => {
  show(<BalanceCard account={account} onBuy={vi.fn()} />, { perms });
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(offered);
});

it.each<[number | null, number | null, RegExp[]]>([
  [0, 0, [/^Not enough for a message$/]],
  [30, 0, [/^Not enough for a broadcast/, /^Enough for about 30 more messages/]],
  [30, 2, [/^Enough for about 2 more broadcasts/, /^Enough for about 30 more messages/]],
  [null, null, []],
])("says for %j messages and %j broadcasts how far the balance goes", (enoughMessages, enoughBroadcasts, words) => {
  show(<BalanceCard account={{ ...account, enoughMessages, enoughBroadcasts }} onBuy={vi.fn()} />);
  expect(screen.queryAllByText(/nough for/)).toHaveLength(words.length);
  for (const said of words) screen.getByText(said);
});

it("says why the plans did not load, and compares them after a retry", async () => {
  const server = [inTurn(refuses(billing.plans, "TOO_MANY_REQUESTS"), plans)];
  const { person } = show(<PlanCompare canBuy onBuy={vi.fn()} />, { server });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Compare plans");
});

const card = {
  ...{ provider: "paypal", label: "a@x.test", linkTime: "2026-11-01T10:00:00Z", chargeTime: null, amount: null },
  ...{ currency: "HKD", problem: null },
};
const linked = (part: object | null, canLink = true) =>
  answers(linkedCard.info, { canLink, card: part && { ...card, ...part } } as never);
const unlink = () => screen.findByRole("button", { name: /Unlink/ });
const renewal = (server: Server, search = "") => show(<RenewalCard />, { perms: ["bill:plan:buy"], server, search });

it("says why the renewal did not load, and shows it after a retry", async () => {
  const { person } = renewal([inTurn(refuses(linkedCard.info, "TOO_MANY_REQUESTS"), linked(null))]);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Link PayPal" });
});

it.each([
  ["kept", "None for now"],
  ["notOnSale", "None for now"],
  [null, "No plan to renew"],
])("says with the problem %j why there is no next payment: “%s”", async (problem, words) => {
  renewal([linked({ problem })]);
  expect(await screen.findByText(words)).toBeTruthy();
});

it("asks once before an account is unlinked, and unlinks it once", async () => {
  const { person, sentTo } = renewal([inTurn(linked({}), linked(null)), answers(linkedCard.unlink, null)]);
  const button = await unlink();
  fireEvent.click(button);
  const asked = await question("Unlink this payment account?");
  fireEvent.click(button);
  await person.click(asked.getByRole("button", { name: "Unlink", hidden: true }));
  await screen.findByText("Payment account unlinked");
  expect(sentTo(linkedCard.unlink)).toHaveLength(1);
  await waitFor(() => expect(screen.queryAllByText("Unlink this payment account?")).toEqual([]));
});

it.each([
  ["?card=agreed&token=1&tab=overview", "Payment account linked", 1],
  ["?card=cancelled&tab=overview", "Not linked: you cancelled at PayPal", 0],
])("takes %s out of the address, says “%s”, and finishes %i times", async (search, words, times) => {
  const shown = renewal([linked({}), answers(linkedCard.finish, null)], search);
  await screen.findByText(words);
  expect(shown.search()).toBe("?tab=overview");
  expect(shown.sentTo(linkedCard.finish)).toHaveLength(times);
});
