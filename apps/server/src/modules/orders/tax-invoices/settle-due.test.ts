import { afterAll, beforeAll, expect, test } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { type OrderDesk, openOrderDesk, outcome } from "../for-tests.ts";
import { InvoiceFailure, type InvoiceIssuer } from "../port.ts";
import { settleDueInvoices } from "./actions/settle-due.ts";

let desk: OrderDesk;
/** The buyers' addresses, in the order in which their invoices were requested. */
let asked: string[] = [];
let isBroken = false;
/** The allowances at the issuer. */
let made: string[] = [];
/** Requests for allowances; those at the issuer may be made with their answer lost. */
let allowing: (() => Promise<string>)[] = [];
let voided = 0;
const lost = () => Promise.reject(new InvoiceFailure("unavailable", { unsure: true }));

const issuer: InvoiceIssuer = {
  check: () => Promise.resolve(),
  issue(_account, { relateNumber, buyer }) {
    asked.push(buyer.email.replace(/^.*@/, ""));
    if (isBroken) return Promise.reject(new TypeError("Nobody expected this"));
    return Promise.resolve({ number: relateNumber.slice(-10), day: "2026-12-01", isVoid: false });
  },
  find: () => Promise.resolve(null),
  allow() {
    const next = allowing.shift();
    if (next) return next();
    made.push(String(made.length + 1));
    return Promise.resolve(String(made.length));
  },
  allowances: () => Promise.resolve(made),
  void() {
    voided += 1;
    return Promise.resolve();
  },
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

/** A task for an issued invoice, as a refund creates it; the newest receipts are used once each. */
async function addTask(way: "allowance" | "voidInvoice", invoiceId: string, receiptAt: number): Promise<string> {
  const { rows } = await desk.owner.query<{ task_id: string }>(
    `insert into tax_invoice (organization_id, task_id, order_id, receipt_id, target_id, way, amount_minor, content, reason)
     select organization_id, gen_random_uuid(), order_id, (select receipt_id from tax_invoice other
         where other.organization_id = task.organization_id and way = 'invoice' order by receipt_id limit 1 offset $3),
       task_id, $2, amount_minor, content, 'Refund' from tax_invoice task where task_id = $1 returning task_id`,
    [invoiceId, way, receiptAt],
  );
  return rows[0]?.task_id ?? "";
}
const due = () => desk.owner.query("update tax_invoice set next_attempt_at = now() where next_attempt_at is not null");
const taskOf = async (taskId: string) =>
  (await desk.owner.query("select state, way, number from tax_invoice where task_id = $1", [taskId])).rows[0];

/** The first issued invoice of a new organisation. */
async function issuedInvoice(domain: string): Promise<string> {
  [made, allowing, voided] = [[], [], 0];
  const organization = await buildOrganization(desk.db);
  await twoPaidAt(domain, organization);
  await settle();
  const { rows } = await desk.owner.query<{ task_id: string }>(
    "select task_id from tax_invoice where organization_id = $1 order by task_id limit 1",
    [organization.organizationId],
  );
  return rows[0]?.task_id ?? "";
}

test("an allowance that was given up without an answer is not taken for the next one", async () => {
  const invoiceId = await issuedInvoice("three.test");
  const first = await addTask("allowance", invoiceId, 0);
  // It is made, but its answer is lost, and it is given up.
  made = ["1"];
  await desk.owner.query(
    "update tax_invoice set state = 'failed', attempts = 13, problem = 'unavailable', next_attempt_at = null where task_id = $1",
    [first],
  );
  const second = await addTask("allowance", invoiceId, 1);
  allowing = [lost];
  await settle();
  await due();
  await settle();
  expect(await taskOf(second)).toEqual({ state: "waiting", way: "allowance", number: "" });

  await desk.owner.query(
    "update tax_invoice set state = 'asking', attempts = 0, problem = null, next_attempt_at = now() where task_id = $1",
    [first],
  );
  for (let round = 0; round < 4; round += 1) {
    await settle();
    await due();
  }
  expect([await taskOf(first), await taskOf(second)]).toMatchObject([
    { state: "done", number: "1" },
    { state: "done", number: "2" },
  ]);
});

test("allowances of one invoice that are requested again do not wait for each other", async () => {
  const invoiceId = await issuedInvoice("four.test");
  const tasks = [await addTask("allowance", invoiceId, 0), await addTask("allowance", invoiceId, 1)];
  await desk.owner.query("update tax_invoice set state = 'asking', next_attempt_at = now() where task_id = any($1)", [
    tasks,
  ]);
  for (let round = 0; round < 4; round += 1) {
    await settle();
    await due();
  }
  expect([await taskOf(tasks[0] ?? ""), await taskOf(tasks[1] ?? "")]).toMatchObject([
    { state: "done" },
    { state: "done" },
  ]);
});

test("an invoice whose period ended while it waited to be voided gets an allowance", async () => {
  const invoiceId = await issuedInvoice("five.test");
  const task = await addTask("voidInvoice", invoiceId, 0);
  await desk.owner.query("update tax_invoice set invoice_day = '2020-01-05' where task_id = $1", [invoiceId]);
  await settle();
  expect([await taskOf(task), voided]).toEqual([{ state: "done", way: "allowance", number: "1" }, 0]);
});
