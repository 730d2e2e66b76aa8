// @vitest-environment happy-dom
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { type CentreRow, type ListedPrice, type OperatedService, operators } from "@homeroom/contract/operators";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { CentreServices } from "./centre-services.tsx";
import { GrantDrawer } from "./grant-drawer.tsx";
import { PriceTable } from "./price-table.tsx";

const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const recordID = idOf(1);
const organizationID = OrganizationId.parse("019aaaaa-0000-7000-8000-000000000002");
const service: OperatedService = {
  ...{ recordID, organizationID, organizationName: "Bright", type: "leads", amount: 5000, currency: "HKD", version: 3 },
  ...{ text: "", status: "waiting", agreeTime: "2026-11-20T10:00:00Z", startTime: null, endTime: null },
  createTime: "2026-11-20T10:00:00Z",
};
const listOf = (...list: OperatedService[]) =>
  answers(operators.services, { list, total: list.length, pageNum: 1, pageSize: 30 });

const open = (server: ReturnType<typeof answers>[], search = "") =>
  show(<CentreServices />, { perms: ["sys:operator:edit"], server, search, height: 600 });

it("starts a service once, however often the button is pressed", async () => {
  const server = [inTurn(listOf(service), listOf({ ...service, status: "running", version: 4 }))];
  const { sentTo } = open([...server, answers(operators.changeService, null)]);
  const begin = await screen.findByRole("button", { name: /^Begin/ });
  fireEvent.click(begin);
  fireEvent.click(begin);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Begin/ })).toBeNull());
  expect(sentTo(operators.changeService)).toEqual([{ recordID, organizationID, version: 3, status: "running" }]);
});

const running = (part: Partial<OperatedService> = {}) => listOf({ ...service, status: "running", version: 4, ...part });
const finish = /^Finish the service/;
const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const send = () => screen.getAllByRole("button", { name: /^(Finish|Stop)$/ }).at(-1) as HTMLElement;

it.each<[string, Partial<OperatedService>, RegExp[]]>([
  ["one that waits for the terms", { agreeTime: null }, [/^Stop/]],
  ["one that waits", {}, [/^Begin/, /^Stop/]],
  ["one that runs", { status: "running" }, [/^Finish/, /^Stop/]],
  ["one that has ended", { status: "finished" }, []],
])("offers for %s only the next steps", async (_name, part, offered) => {
  open([listOf({ ...service, ...part })], "?status=waiting");
  await screen.findByText("Bright");
  const names = screen.queryAllByRole("button", { name: /of Bright$/ }).map((one) => one.getAttribute("aria-label"));
  expect(names).toHaveLength(offered.length);
  for (const [at, name] of names.entries()) expect(name).toMatch(offered[at] as RegExp);
});

it("shows the steps only to people who can take them", async () => {
  show(<CentreServices />, { server: [listOf(service)], height: 600 });
  await screen.findByText("Bright");
  expect(screen.queryByRole("button", { name: /of Bright$/ })).toBeNull();
});

it.each([
  [finish, "finished", 5000],
  [/^Stop the service/, "stopped", 0],
])("proposes for %s what was spent, and sends the report with it", async (name, status, spent) => {
  const { person, sentTo } = open([running(), answers(operators.changeService, null)]);
  await person.click(await screen.findByRole("button", { name }));
  write("Clicks", "12");
  await person.click(send());
  await screen.findByText("The service of Bright has ended");
  expect(sentTo(operators.changeService)).toMatchObject([{ version: 4, status, report: { spent, clicks: 12 } }]);
});

it("keeps a report that was refused", async () => {
  const { person } = open([running(), refuses(operators.changeService, "TOO_MANY_REQUESTS")]);
  await person.click(await screen.findByRole("button", { name: finish }));
  write("Note", "Went well");
  await person.click(send());
  await screen.findByText(/^Too many attempts/);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Note").value).toBe("Went well");
});

it("requests the services of one status, which the address keeps", async () => {
  const { person, search, sentTo } = open([listOf()]);
  await screen.findByText("No ads to place");
  await person.click(screen.getByText("Stopped"));
  await waitFor(() => expect(sentTo(operators.services).at(-1)).toMatchObject({ status: "stopped" }));
  expect(search()).toBe("?status=stopped");
});

const centre = {
  ...{ organizationID, name: "Bright", currency: "HKD" },
} as CentreRow;

it("sends a gift with the same id on a retry, with its reason", async () => {
  const grant = inTurn(refuses(operators.grant, "NETWORK_ERROR"), answers(operators.grant, null));
  const onClose = vi.fn();
  const { person, sentTo } = show(<GrantDrawer centre={centre} onClose={onClose} />, { server: [grant] });
  const give = () => person.click(screen.getByRole("button", { name: "Give" }));
  await give();
  expect(sentTo(operators.grant)).toEqual([]);
  write("How much", "30");
  write("Reason", "Outage");
  await give();
  await screen.findByRole("alert");
  await give();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [first, second] = sentTo(operators.grant) as { recordID: string }[];
  expect(first?.recordID).toBe(second?.recordID);
  expect(second).toMatchObject({ organizationID, kind: "days", amount: 30, reason: "Outage" });
});

const price: ListedPrice = {
  ...{ priceID: recordID, kind: "subscription", plan: "basic", currency: "HKD", paidMonths: 1, grantedMonths: 1 },
  ...{ amount: 100, validFrom: "2026-01-01", validUntil: null, state: "now" },
};

it("allows changing the current price and correcting a future one, but not past ones", async () => {
  const prices = answers(operators.prices, {
    list: [
      price,
      { ...price, priceID: idOf(5), paidMonths: 2, state: "past" },
      { ...price, priceID: idOf(6), paidMonths: 3, state: "later" },
    ],
  });
  const server = [prices, answers(operators.changePrice, null)];
  const { person, sentTo } = show(<PriceTable />, { perms: ["sys:operator:edit"], server, height: 600 });
  await screen.findByText("To come");
  const changes = screen.getAllByRole("button", { name: / the price of / });
  expect(changes.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Change the price of Basic plan · 1 month (HKD)",
    "Correct the price of Basic plan · 3 months from 2026-01-01 (HKD)",
  ]);
  await person.click(changes[1] as HTMLElement);
  write("Price (HKD)", "120");
  await person.click(screen.getByRole("button", { name: "Correct" }));
  await waitFor(() =>
    expect(sentTo(operators.changePrice)).toMatchObject([{ priceID: idOf(6), amount: 120, validFrom: "2026-01-01" }]),
  );
});
