import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { type TaxInvoiceProblem, taxInvoices } from "@homeroom/contract/tax-invoices";
import type { Schema } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { type InvoiceAccount, InvoiceFailure, type InvoiceIssuer } from "../../port.ts";
import { recordOrderChange } from "../../writes/change-order.ts";
import {
  type ClaimedTask,
  claimDue,
  invoiceAccountOf,
  knownAllowances,
  loadOrderOf,
  organizationsWithDueInvoices,
} from "../queries.ts";
import { dayInTaipei, isSamePeriod, minorOfDollar, nextAttempt, relateNumberOf } from "../rules.ts";
import { renewTasks, type TaxInvoice } from "../writes.ts";

export interface Issuing {
  readonly platform: Pick<Platform, "db" | "secrets" | "log">;
  readonly issuer: InvoiceIssuer;
}

/**
 * Requests everything that is due from ECPay, one task per organisation in turn; several processes take different tasks. An
 * unexpected failure of one organisation does not block the others: its error is thrown at the end.
 */
export async function settleDueInvoices(issuing: Issuing, stop: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const settleOne = (organizationId: OrganizationId) =>
    settleNext(issuing, organizationScope(organizationId)).catch((error: unknown) => {
      failures.push(error);
      return false;
    });
  let waiting = await organizationsWithDueInvoices(issuing.platform.db);
  while (waiting.length > 0) {
    const again: OrganizationId[] = [];
    for (const organizationId of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- ECPay blocks an address that asks too much
      if (!stop.aborted && (await settleOne(organizationId))) again.push(organizationId);
    }
    waiting = again;
  }
  if (failures.length > 0) throw failures[0];
}

interface TaskToSettle extends ClaimedTask {
  account: InvoiceAccount | null;
  known: readonly string[];
}

/**
 * Settles the next due task: claimed in one transaction, requested outside of any, stored in another. After a crash or a lost
 * answer ECPay is asked first whether it was done. False: none is due.
 */
export async function settleNext({ platform, issuer }: Issuing, scope: Scope): Promise<boolean> {
  const { db, secrets } = platform;
  const claimed = await inTransaction(db, scope, async (tx): Promise<TaskToSettle | null> => {
    const found = await claimDue(tx, scope);
    if (!found) return null;
    const known = found.invoice ? await knownAllowances(tx, scope, found.invoice.task_id) : [];
    return { ...found, known, account: await invoiceAccountOf(tx, scope, secrets) };
  });
  if (!claimed) return false;
  const changes = await outcomeOf(issuer, claimed);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("tax_invoice")
      .set({ ...changes, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("task_id", "=", claimed.task.task_id)
      .execute(),
  );
  if (changes.problem) {
    const { problem, problem_detail: detail } = changes;
    platform.log.warn({ task: claimed.task.task_id, problem, detail }, "An e-invoice was not settled");
  }
  return true;
}

type Changes = Updateable<Schema["tax_invoice"]>;

async function outcomeOf(issuer: InvoiceIssuer, claimed: TaskToSettle): Promise<Changes> {
  const { task, account } = claimed;
  const waits = waitsFor(claimed);
  if (waits) return waits;
  if (!account) return failed("notSetUp");
  const { buyer, choice } = task.content;
  const isReachable = buyer.phone !== "" || buyer.email !== "" || choice.email !== "";
  if (task.way === "invoice" && !isReachable) return failed("noContact");
  try {
    return { ...(await ask(issuer, { ...claimed, account })), state: "done", next_attempt_at: null, ...noProblem };
  } catch (error) {
    if (!(error instanceof InvoiceFailure)) throw error;
    return afterFailure(task, error);
  }
}

const noProblem = { problem: null, problem_detail: "" } as const;

/** The target of an allowance or void must exist first. If it failed, this waits until somebody has repaired it. */
function waitsFor({ task, target, isBusy }: TaskToSettle): Changes | null {
  if (task.way === "invoice" || (target?.state === "done" && !isBusy)) return null;
  const minutes = target?.state === "failed" ? 60 : 1;
  // Nothing was requested.
  const { state, attempts } = task;
  return { state, attempts, next_attempt_at: new Date(Date.now() + minutes * 60_000) };
}

function failed(problem: TaxInvoiceProblem, detail = ""): Changes {
  return { state: "failed", problem, problem_detail: detail, next_attempt_at: null };
}

/** Temporary failures are retried with growing delays; a person must handle the rest. */
function afterFailure(task: TaxInvoice, { reason, detail, unsure }: InvoiceFailure): Changes {
  const passes = unsure || reason === "unavailable" || reason === "rateLimited";
  const next = passes ? nextAttempt(task.attempts + 1, new Date()) : null;
  // A failed question answers nothing: what was unsure before still is.
  const isUnsure = unsure || task.state === "asking";
  if (!next) return failed(passes && isUnsure ? "unavailable" : reason, detail);
  return { state: isUnsure ? "asking" : "waiting", problem: reason, problem_detail: detail, next_attempt_at: next };
}

type Ready = TaskToSettle & { account: InvoiceAccount };

function ask(issuer: InvoiceIssuer, ready: Ready): Promise<Pick<Changes, "number" | "invoice_day" | "way">> {
  const { task } = ready;
  // Claimed before without an answer: it may have been done.
  const isUnsure = task.state === "asking";
  if (task.way === "invoice") return askForInvoice(issuer, ready, isUnsure);
  if (task.way === "allowance") return askForAllowance(issuer, ready, isUnsure);
  return askForVoid(issuer, ready, isUnsure);
}

async function askForInvoice(issuer: InvoiceIssuer, { task, account }: Ready, isUnsure: boolean) {
  const relateNumber = relateNumberOf(task.receipt_id);
  const { buyer, choice } = task.content;
  const there = isUnsure ? await issuer.find(account, relateNumber) : null;
  const made =
    there ??
    (await issuer
      .issue(account, { relateNumber, buyer: { ...buyer, choice }, sheet: sheetOf(task) })
      .catch(async (error: unknown) => {
        // Refused because it already exists: the answer of a much earlier call was lost.
        const found =
          error instanceof InvoiceFailure && error.reason === "refused" && (await issuer.find(account, relateNumber));
        if (found) return found;
        throw error;
      }));
  return { number: made.number, invoice_day: made.day };
}

async function askForAllowance(issuer: InvoiceIssuer, { task, account, known, ...of }: Ready, isUnsure: boolean) {
  const invoice = namedOf(of.invoice);
  // Only one is requested at a time, so an unknown number belongs to this one.
  const there = isUnsure
    ? (await issuer.allowances(account, invoice)).find((number) => !known.includes(number))
    : undefined;
  const { buyer, choice } = task.content;
  const wanted = { invoice, sheet: sheetOf(task), buyer: { ...buyer, choice } };
  return { number: there ?? (await issuer.allow(account, wanted)), invoice_day: invoice.day };
}

async function askForVoid(issuer: InvoiceIssuer, ready: Ready, isUnsure: boolean) {
  const { task, target, account, ...of } = ready;
  const { reason } = task;
  const invoice = namedOf(of.invoice);
  const number = target?.number ?? "";
  if (!(isUnsure && (await isVoid(issuer, { account, invoice: of.invoice, task, number })))) {
    // Its period ended while this waited.
    if (task.way === "voidInvoice" && !isSamePeriod(dayInTaipei(invoice.day), new Date()))
      return { ...(await askForAllowance(issuer, ready, isUnsure)), way: "allowance" as const };
    if (task.way === "voidInvoice") await issuer.void(account, { invoice, reason });
    else await issuer.voidAllowance(account, { invoice, allowance: number, reason });
  }
  return { number, invoice_day: invoice.day };
}

/** Whether ECPay has already voided it. */
async function isVoid(
  issuer: InvoiceIssuer,
  of: { account: InvoiceAccount; invoice: TaxInvoice | undefined; task: TaxInvoice; number: string },
): Promise<boolean> {
  const { account, invoice, task, number } = of;
  if (!invoice) return false;
  if (task.way === "voidAllowance") return !(await issuer.allowances(account, namedOf(invoice))).includes(number);
  return (await issuer.find(account, relateNumberOf(invoice.receipt_id)))?.isVoid ?? false;
}

function namedOf(invoice: TaxInvoice | undefined): { number: string; day: string } {
  return { number: invoice?.number ?? "", day: invoice?.invoice_day ?? "" };
}

function sheetOf({ amount_minor: minor, content }: TaxInvoice) {
  return { amount: minor / minorOfDollar, taxType: content.taxType, items: content.items };
}

/** Requests a failed one again, with the buyer's current address. Throws NOT_FOUND if it is not visible. */
export function retryTaxInvoice(db: Database, actor: Actor, recordID: RecordId): Promise<null> {
  requireAccess(actor, taxInvoices.retry);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await loadOrderOf(tx, scope, recordID);
    if (!order) throw new AppError("NOT_FOUND");
    if ((await renewTasks(tx, scope, { order, taskId: recordID })) === 0) return null;
    await recordOrderChange(tx, actor, "edited", {
      order,
      before: { taxInvoice: "failed" },
      after: { taxInvoice: "waiting" },
    });
    return null;
  });
}
