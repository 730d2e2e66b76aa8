import { afterAll, beforeAll, expect, test } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { type OrderDesk, openOrderDesk, outcome } from "../for-tests.ts";
import type { InvoiceIssuer } from "../port.ts";
import { settleDueInvoices } from "./actions/settle-due.ts";

let desk: OrderDesk;
/** The buyers' addresses, in the order in which their invoices were requested. */
let asked: string[] = [];
let isBroken = false;

const issuer: InvoiceIssuer = {
  check: () => Promise.resolve(),
  issue(_account, { relateNumber, buyer }) {
    asked.push(buyer.email.replace(/^.*@/, ""));
    if (isBroken) return Promise.reject(new TypeError("Nobody expected this"));
    return Promise.resolve({ number: relateNumber.slice(-10), day: "2026-12-01", isVoid: false });
  },
  find: () => Promise.resolve(null),
  allow: () => Promise.resolve("1"),
  allowances: () => Promise.resolve([]),
  void: () => Promise.resolve(),
  voidAllowance: () => Promise.resolve(),
};

beforeAll(async () => {
  desk = await openOrderDesk(() => [], issuer);
});
afterAll(() => desk?.stop());

/** An organisation with two invoices to be issued, to buyers at a domain. */
async function twoPaidAt(domain: string, organization: TestOrganization): Promise<void> {
  const { token } = await desk.signIn({ role: "owner" }, organization);
  const body = {
    ...{ kind: "twInvoice", schoolName: "", schoolNumber: "", venue: "", supervisor: "", taxType: "taxable" },
    ...{ merchantID: "2000132", hashKey: "ejCk326UnaZWKisg", hashIV: "q9jcZX8Ib9LM8wYk", version: 0 },
  };
  expect(outcome(await callApi(desk.app, "POST /api_users/Member/UpdateReceiptSetting", { token, body }))).toBe("200");
  for (const name of ["one", "two"]) {
    const leadId = await buildLead(desk.db, organization, { email: `${name}@${domain}` });
    const orderID = await desk.order({ leadId, currency: "TWD", payMethod: "cash" }, token);
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" }, token);
  }
}

const settle = () => settleDueInvoices({ platform: desk.platform, issuer }, new AbortController().signal);

test("organisations take turns, and a broken call of one leaves the others theirs", async () => {
  await twoPaidAt("one.test", desk.organization);
  await twoPaidAt("two.test", await buildOrganization(desk.db));
  isBroken = true;
  await expect(settle()).rejects.toThrow("Nobody expected this");
  expect(asked.toSorted()).toEqual(["one.test", "two.test"]);

  [isBroken, asked] = [false, []];
  await desk.owner.query("update tax_invoice set next_attempt_at = now()");
  await settle();
  expect(asked).toHaveLength(4);
  expect(new Set(asked.slice(0, 2)).size).toBe(2);
  const { rows } = await desk.owner.query("select distinct state from tax_invoice");
  expect(rows).toEqual([{ state: "done" }]);
});
