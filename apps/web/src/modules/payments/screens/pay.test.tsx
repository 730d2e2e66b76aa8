// @vitest-environment happy-dom
import { type PayPage, payments } from "@homeroom/contract/payments";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { Pay } from "./pay.tsx";

const open: PayPage = {
  orderID: "2026112700001",
  organization: "Cello School",
  items: [{ name: "Lesson", quantity: 2 }],
  currency: "HKD",
  total: 500,
  open: 200,
  instalments: [],
  state: "open",
  isRejected: false,
  expireTime: null,
  serverTime: new Date().toISOString(),
  hasReceipt: false,
  numbers: null,
  invoice: null,
  ways: [{ provider: "paypal", bank: null, fps: null }],
};
const paid: PayPage = { ...open, state: "paid", open: 0, hasReceipt: true, ways: [] };
const gateway = answers(payments.start, { address: "https://pay.example/checkout", fields: null });

function come(address: string, server: Parameters<typeof show>[1]) {
  const { href } = window.location;
  window.history.replaceState(null, "", address);
  onTestFinished(() => window.history.replaceState(null, "", href));
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  return show(<Pay />, server);
}

/** The browser restores the page as it was left. */
function goBack() {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

const address = "/pay?orderID=2026112700001&key=k";
const platform = () => screen.findByRole<HTMLButtonElement>("button", { name: /PayPal/ });

it("goes to the platform once, however often the button is pressed", async () => {
  const { person, sentTo } = come(address, { server: [answers(payments.page, open), gateway] });
  await person.dblClick(await platform());
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith("https://pay.example/checkout"));
  expect(sentTo(payments.start)).toHaveLength(1);
  expect((await platform()).disabled).toBe(true);
});

it("lets a customer who comes back without having paid pay again", async () => {
  const { person } = come(address, { server: [answers(payments.page, open), gateway, answers(payments.review, open)] });
  await person.click(await platform());
  await waitFor(() => expect(window.location.assign).toHaveBeenCalled());
  goBack();
  await waitFor(async () => expect((await platform()).disabled).toBe(false));
});

it("asks the platforms for the state when it is restored", async () => {
  const { person } = come(address, { server: [answers(payments.page, open), gateway, answers(payments.review, paid)] });
  await person.click(await platform());
  await waitFor(() => expect(window.location.assign).toHaveBeenCalled());
  goBack();
  expect(await screen.findByText("Paid")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /PayPal/ })).toBeNull();
});

it("says why a payment could not start, and offers it again", async () => {
  const server = [answers(payments.page, open), refuses(payments.start, "PAYMENT_PLATFORM_FAILED")];
  const { person } = come(address, { server });
  await person.click(await platform());
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect((await platform()).disabled).toBe(false);
});

it("says that the order is closed when a payment is refused for that, and no longer how to pay", async () => {
  const closed: PayPage = { ...open, state: "closed", ways: [] };
  const server = [
    inTurn(answers(payments.page, open), answers(payments.page, closed)),
    refuses(payments.start, "ORDER_STATE_CONFLICT"),
  ];
  const { person } = come(address, { server });
  await person.click(await platform());
  expect(await screen.findByText("This order is closed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /PayPal/ })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("scrolls to an error, since the button may be far below", async () => {
  const server = [answers(payments.page, open), refuses(payments.start, "PAYMENT_PLATFORM_FAILED")];
  const intoSight = vi.spyOn(Element.prototype, "scrollIntoView");
  const { person } = come(address, { server });
  await person.click(await platform());
  await screen.findByRole("alert");
  expect(intoSight).toHaveBeenCalled();
});

it("has the title “Payment” until the centre is known", async () => {
  come("/pay", { server: [refuses(payments.page, "NOT_FOUND")] });
  await waitFor(() => expect(document.title).toBe("Payment - Homeroom"));
});

it("has the centre's name as its title", async () => {
  come(address, { server: [answers(payments.page, open)] });
  await waitFor(() => expect(document.title).toBe("Payment · Cello School"));
});

const withInvoice: PayPage = { ...open, invoice: { choice: null } };

it("marks an invalid field of the e-invoice, and shows its format", async () => {
  const refused = { field: "invoice.carrier", name: "FIELD_INVALID", message: "" } as const;
  const server = [answers(payments.page, withInvoice), refuses(payments.chooseInvoice, "FIELD_INVALID", [refused])];
  const { person } = come(address, { server });
  await person.selectOptions(await screen.findByRole("combobox", { name: "E-invoice" }), "Phone barcode");
  await person.type(screen.getByLabelText(/^Phone barcode/), "/abc");
  await person.click(screen.getByRole("button", { name: "Save" }));
  const field = screen.getByLabelText(/^Phone barcode/);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(document.activeElement).toBe(field);
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain("/ABC1234");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("saves the input for the e-invoice before it goes to the platform", async () => {
  const server = [answers(payments.page, withInvoice), answers(payments.chooseInvoice, withInvoice), gateway];
  const { person, sentTo } = come(address, { server });
  await person.selectOptions(await screen.findByRole("combobox", { name: "E-invoice" }), "Donation");
  await person.type(screen.getByLabelText(/^Charity code/), "168001");
  await person.click(await platform());
  await waitFor(() => expect(window.location.assign).toHaveBeenCalled());
  expect(sentTo(payments.chooseInvoice)).toMatchObject([{ invoice: { kind: "donation", loveCode: "168001" } }]);
});

it("does not start a payment while the input for the e-invoice is refused", async () => {
  const refused = { field: "invoice.loveCode", name: "FIELD_INVALID", message: "" } as const;
  const server = [answers(payments.page, withInvoice), refuses(payments.chooseInvoice, "FIELD_INVALID", [refused])];
  const { person, sentTo } = come(address, { server });
  await person.selectOptions(await screen.findByRole("combobox", { name: "E-invoice" }), "Donation");
  await person.click(await platform());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Charity code/)));
  expect(sentTo(payments.start)).toHaveLength(0);
  expect((await platform()).disabled).toBe(false);
});

it("says that a picture for one instalment pays only that one, not the order", async () => {
  const part = { position: 1, dueDate: "2026-12-01", amount: 200, paid: 0, state: "open" } as const;
  const checking: PayPage = { ...open, state: "checking", instalments: [part], ways: [] };
  come(address, { server: [answers(payments.page, checking)] });
  await screen.findByText(/count it towards this instalment/);
  expect(screen.queryByText(/nothing more to pay/)).toBeNull();
});

it("refetches the names of purchases when another language is chosen", async () => {
  const named = (name: string) => answers(payments.page, { ...open, items: [{ name, quantity: 1 }] });
  const { person } = come(address, { server: [inTurn(named("Basic plan"), named("基本方案"))] });
  await screen.findByText("Basic plan");
  await person.selectOptions(screen.getByLabelText("Language"), "zh-tw");
  expect(await screen.findByText("基本方案")).toBeTruthy();
});
