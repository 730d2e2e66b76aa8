// @vitest-environment happy-dom
import { LeadId, RecordId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { orders } from "@homeroom/contract/orders";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { OrderEditor } from "./order-form.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const productID = RecordId.parse("019aaaaa-0000-7000-8000-000000000003");
const list = [{ productID, name: "Piano", price: 2400, currency: "HKD" as const }];
const choices = (discountLimit: number | null, sold = list) =>
  answers(orders.productChoices, {
    ...{ currency: "HKD", namesMonth: false, givesInvoices: false },
    ...{ discountLimit, list: sold },
  });
const price = answers(orders.price, { amount: 2400, discount: 240, tax: 0, total: 2160, currency: "HKD" });
const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000002");
const made = answers(orders.add, { recordID, orderID: "2026112600000001" });

interface Server {
  limit?: number | null;
  sold?: ReturnType<typeof choices>;
  priced?: typeof price;
  added?: typeof made;
}

function open({ limit = 10, sold = choices(limit), priced = price, added = made }: Server = {}) {
  const found = refuses(leads.info, "NOT_FOUND");
  return show(<OrderEditor leadId={leadId} onDone={vi.fn()} onClose={vi.fn()} />, {
    perms: ["sale:order:add"],
    server: [sold, priced, added, found, refuses(leads.list, "NOT_FOUND")],
  });
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

async function choosePiano(person: ReturnType<typeof open>["person"]) {
  await person.click(await field("Product"));
  await person.click(await screen.findByText(/^Piano · HK\$2,400/));
}

async function fill(person: ReturnType<typeof open>["person"], discount: string) {
  await choosePiano(person);
  await person.click(await screen.findByLabelText("Percentage"));
  const value = await waitFor(() => {
    const input = screen.getAllByRole("spinbutton").find(({ id }) => id.includes("discount"));
    if (!input) throw new Error("No discount is asked for yet");
    return input;
  });
  await person.clear(value);
  await person.type(value, discount);
}

it("shows the discount limit, and the total that the server computes", async () => {
  const { person, sentTo } = open();
  await fill(person, "10");
  expect(await screen.findByText(/At most 10%/)).toBeTruthy();
  await person.type(await field("Reason for the discount"), "Sibling");
  await screen.findByText(/Total HK\$2,160/);
  expect(screen.getByText(/Discount -HK\$240/)).toBeTruthy();
  await waitFor(() =>
    expect(sentTo(orders.price).at(-1)).toMatchObject({
      items: [{ productID, quantity: 1 }],
      discount: { kind: "percent", value: 10, reason: "Sibling" },
    }),
  );
});

it("says instead of the total that a discount is above the person's limit", async () => {
  const { person } = open({ priced: refuses(orders.price, "DISCOUNT_OVER_LIMIT") });
  await fill(person, "30");
  await person.type(await field("Reason for the discount"), "Sibling");
  expect(await screen.findByText("DISCOUNT_OVER_LIMIT")).toBeTruthy();
});

it("does not turn a percentage into an amount when the other kind is chosen", async () => {
  const { person } = open();
  await fill(person, "12.5");
  await person.click(await screen.findByLabelText("Amount"));
  await waitFor(() => {
    const value = screen.getAllByRole("spinbutton").find(({ id }) => id.includes("discount")) as HTMLInputElement;
    expect([value.getAttribute("aria-valuenow"), value.value]).toEqual(["0", "0.00"]);
  });
});

it("asks for a reason before it sends a discount", async () => {
  const { person, sentTo } = open();
  await fill(person, "5");
  await person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  await waitFor(async () => expect((await field("Reason for the discount")).getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(orders.add)).toEqual([]);
});

it("mentions no limit to people without one", async () => {
  const { person } = open({ limit: null });
  await fill(person, "90");
  expect(screen.queryByText(/At most \d+%/)).toBeNull();
});

it("offers only products to people with a limit, and says why", async () => {
  const { person, sentTo } = open();
  expect(await screen.findByText(/you sell products of the catalogue only/)).toBeTruthy();
  expect([screen.queryByLabelText("Name"), screen.queryByLabelText("Price")]).toEqual([null, null]);
  await person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  await waitFor(async () => expect((await field("Product")).getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(orders.add)).toEqual([]);
  await choosePiano(person);
  await person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  await waitFor(() => expect(sentTo(orders.add)).toMatchObject([{ items: [{ productID, quantity: 1 }] }]));
});

it("lets people without a limit enter something else with a price", async () => {
  const { person, sentTo } = open({ limit: null });
  await person.type(await field("Name"), "Exam fee");
  await person.clear(await field("Price"));
  await person.type(await field("Price"), "320");
  await waitFor(() =>
    expect(sentTo(orders.price).at(-1)).toMatchObject({ items: [{ name: "Exam fee", officialPrice: 320 }] }),
  );
});

it("sends amounts as shown after another currency was chosen", async () => {
  const { person, sentTo } = open({ limit: null });
  await person.type(await field("Name"), "Exam fee");
  await person.clear(await field("Price"));
  await person.type(await field("Price"), "320.75");
  await person.click(await field("Currency"));
  await person.click(await screen.findByTitle("TWD"));
  await waitFor(() =>
    expect(sentTo(orders.price).at(-1)).toMatchObject({ currency: "TWD", items: [{ officialPrice: 321 }] }),
  );
  expect((await field("Price")).value).toBe("321");
});

it("sends the total that it shows, and shows the new one if a price has changed", async () => {
  const first = answers(orders.price, { amount: 2400, discount: 0, tax: 0, total: 2400, currency: "HKD" });
  const then = answers(orders.price, { amount: 2600, discount: 0, tax: 0, total: 2600, currency: "HKD" });
  const { person, sentTo } = open({
    priced: inTurn(first, then),
    added: inTurn(refuses(orders.add, "ORDER_PRICE_CHANGED"), made),
  });
  await choosePiano(person);
  await screen.findByText(/Total HK\$2,400/);
  const create = () => person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  await create();
  expect(await screen.findByText("ORDER_PRICE_CHANGED")).toBeTruthy();
  await screen.findByText(/Total HK\$2,600/);
  await create();
  await waitFor(() => expect(sentTo(orders.add)).toMatchObject([{ expectedTotal: 2400 }, { expectedTotal: 2600 }]));
});

it("keeps the name of a chosen product in another currency, and says in which it is sold", async () => {
  const { person } = open({ limit: null });
  await choosePiano(person);
  await person.click(await field("Currency"));
  await person.click(await screen.findByTitle("TWD"));
  expect(await screen.findByText(/priced in HKD/)).toBeTruthy();
  expect(screen.getAllByTitle(/^Piano · HK\$2,400/)).not.toEqual([]);
});

it("says so if a chosen product is taken off sale meanwhile", async () => {
  const { person } = open({
    sold: inTurn(choices(null), choices(null, [])),
    added: refuses(orders.add, "FIELD_INVALID"),
  });
  await choosePiano(person);
  await person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  expect(await screen.findByText(/taken this product off sale/)).toBeTruthy();
  expect(screen.getByTitle("No longer for sale")).toBeTruthy();
});

it("refuses a quantity and a tax rate that are too large, and names the limit", async () => {
  const { person, sentTo } = open();
  await choosePiano(person);
  for (const [name, value] of [
    ["Quantity", "10000"],
    ["Tax rate", "31"],
  ] as const) {
    await person.clear(await field(name));
    await person.type(await field(name), value);
  }
  await person.click(screen.getAllByRole("button", { name: "Create order" }).at(-1) as HTMLElement);
  expect(await screen.findByText("At most 9999")).toBeTruthy();
  expect(screen.getByText("At most 30")).toBeTruthy();
  expect([(await field("Quantity")).value, sentTo(orders.add)]).toEqual(["10000", []]);
});

it("says why the form does not open", async () => {
  const server = [refuses(orders.productChoices, "TOO_MANY_REQUESTS")];
  show(<OrderEditor leadId={leadId} onDone={vi.fn()} onClose={vi.fn()} />, { perms: ["sale:order:add"], server });
  expect((await screen.findByRole("alert")).textContent).toContain("Too many attempts");
});
