// @vitest-environment happy-dom
import { type ClosingDay, closing } from "@homeroom/contract/closing";
import { BranchId } from "@homeroom/contract/ids";
import { OrderNumber } from "@homeroom/contract/order-name";
import { orders } from "@homeroom/contract/orders";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router";
import { expect, it, vi } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { DailyClosing } from "./daily-closing.tsx";

const branchID = BranchId.parse("0190c3a0-0000-7000-8000-0000000000b1");
const dayOf = (day: string, cash: number): ClosingDay => ({
  branchID,
  branches: [{ branchID, name: "Central" }],
  day,
  lines: [],
  sums: [{ currency: "HKD", received: cash, kept: 0, refunded: 0, net: cash, cash }],
  closing: null,
});
const thursday = dayOf("2026-11-26", 1200);
const friday = dayOf("2026-11-27", 80);

const all: Permission[] = ["sale:order:query", "sale:order:confirm", "crm:lead:all"];

function open(perms = all) {
  const server = [answers(closing.day, thursday), answers(closing.close, null)];
  const page = (
    <>
      <Link to="?day=2026-11-27">Friday</Link>
      <DailyClosing />
    </>
  );
  return { ...show(page, { search: "?day=2026-11-26", server, perms }), server };
}

const verb = () => screen.findByRole<HTMLButtonElement>("button", { name: "check Close the day" });
const form = async () => within(await screen.findByRole("dialog"));
const cash = async () => (await form()).getByLabelText<HTMLInputElement>(/Cash/);

it("closes the day with the counted cash", async () => {
  const { person, sentTo } = open();
  await person.click(await verb());
  await (await form()).findByText(/1,200.*booked/);
  // The field starts empty, so that a person counts.
  expect((await cash()).value).toBe("");
  await person.click((await form()).getByRole("button", { name: "Close the day" }));
  await waitFor(async () => expect((await cash()).getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(closing.close)).toEqual([]);
  await person.type(await cash(), "1150");
  await person.click((await form()).getByRole("button", { name: "Close the day" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const counted = [{ currency: "HKD", amount: 1150 }];
  expect(sentTo(closing.close)).toEqual([{ branchID, day: "2026-11-26", counted, note: "" }]);
});

it("keeps the counted cash when the server refuses", async () => {
  const { person, server } = open();
  server.splice(1, 1, refuses(closing.close, "PERMISSION_DENIED"));
  await person.click(await verb());
  await person.type(await cash(), "1100");
  await person.type((await form()).getByLabelText(/Note/), "Till was short");
  await person.click((await form()).getByRole("button", { name: "Close the day" }));
  await (await form()).findByText("You have no permission");
  expect((await form()).getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe("Till was short");
});

it("names the day that it closes when another one is on the screen", async () => {
  const { person, server, sentTo } = open();
  await person.click(await verb());
  await (await form()).findByText("Close 2026-11-26");
  server.splice(0, 1, answers(closing.day, friday));
  await person.click(screen.getByText("Friday"));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Date").value).toContain("27"));
  expect((await form()).queryByText("Close 2026-11-26")).toBeTruthy();
  expect((await form()).queryByText(/1,200/)).toBeTruthy();
  await person.type(await cash(), "1200");
  await person.click((await form()).getByRole("button", { name: "Close the day" }));
  await waitFor(() => expect(sentTo(closing.close)).toMatchObject([{ day: "2026-11-26" }]));
});

it("cannot start a closing while another day is loading", async () => {
  const { person, server } = open();
  expect((await verb()).disabled).toBe(false);
  const answer = fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
    await promise;
    return answer(...call);
  });
  server.splice(0, 1, answers(closing.day, friday));
  await person.click(screen.getByText("Friday"));
  await waitFor(async () => expect((await verb()).disabled).toBe(true));
  resolve();
  await waitFor(async () => expect((await verb()).disabled).toBe(false));
});

it("offers no closing without the permission", async () => {
  open(["sale:order:query"]);
  await screen.findByText("Cash expected");
  expect(screen.queryByRole("button", { name: "check Close the day" })).toBeNull();
});

it("opens an order beside a compared statement, and keeps the comparison", async () => {
  const { person, server, search } = open();
  const payment = {
    ...{ orderID: OrderNumber.parse("2026112600000001"), leadName: "Ming", day: "2026-11-26" },
    ...{ amount: 1200, reference: "", payer: "" },
  };
  const rows = [{ line: 2, day: "2026-11-26", text: "FPS", amount: 1200, payment, isSure: true }];
  server.push(answers(closing.match, { rows, missing: [], currency: "HKD" }), refuses(orders.info, "NOT_FOUND"));
  await screen.findByText("Match a bank statement");
  const chooser = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!chooser) throw new Error("There is no field for a file");
  await person.upload(chooser, new File(["Date,Amount"], "bank.csv", { type: "text/csv" }));
  await person.click(await screen.findByRole("link", { name: /Ming/ }));
  await screen.findByText("This order is gone");
  expect(search()).toContain("day=2026-11-26");
  expect(screen.getByText("FPS")).toBeTruthy();
});
