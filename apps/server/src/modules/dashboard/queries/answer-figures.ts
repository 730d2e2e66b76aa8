import type { AccountId, BranchId, LeadId, MessageId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { type AnswerCounts, type WaitBound, waitBounds } from "../rules/reply-time.ts";
import type { DayRange } from "../rules/windows.ts";

interface AnswerFilter {
  readonly branchID?: BranchId | undefined;
  readonly salesID?: AccountId | undefined;
}

/** The answers that a scope sees: by the lead's branch at the time; for a scope of own rows, the person's own answers. */
function answersInScope(scope: Scope, { branchID, salesID }: AnswerFilter): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`answer.organization_id = ${scope.organizationId}`];
  if (scope.branchIds) parts.push(sql<SqlBool>`answer.branch_id = any(${sql.val([...scope.branchIds])}::uuid[])`);
  if (scope.reach === "own") parts.push(sql<SqlBool>`answer.account_id = ${scope.accountId}`);
  if (branchID) parts.push(sql<SqlBool>`answer.branch_id = ${branchID}`);
  if (salesID) parts.push(sql<SqlBool>`answer.account_id = ${salesID}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

interface AnswerWindow {
  readonly all: AnswerCounts;
  /** Counting waits in office hours only; null if no branch has office hours. */
  readonly office: AnswerCounts | null;
}

/** The waiting times of customers in two windows, from daily counters. */
export async function answerCounts(
  tx: Tx,
  scope: Scope,
  wanted: AnswerFilter & { range: DayRange; compareRange: DayRange },
): Promise<{ current: AnswerWindow; before: AnswerWindow }> {
  const { range, compareRange } = wanted;
  const sums = waitBounds.map((bound) => sql`coalesce(sum(${sql.ref(`within_${bound}`)}), 0)::int`);
  const officeSums = waitBounds.map(
    (bound) => sql`coalesce(sum(${sql.ref(`within_${bound}`)} + ${sql.ref(`office_${bound}`)}), 0)::int`,
  );
  const counting = sql<{ current: boolean; answers: number; within: number[]; office: number[] }>`
    select day >= ${range.start}::date as current, sum(answers)::int as answers, array[${sql.join(sums)}] as within,
      array[${sql.join(officeSums)}] as office
    from answer_figure answer
    where ${answersInScope(scope, wanted)} and day between ${compareRange.start}::date and ${range.end}::date
    group by 1`;
  const [found, hasOfficeHours] = await Promise.all([counting.execute(tx), hasHours(tx, scope)]);
  const counts = (answers: number, within: readonly number[] | undefined): AnswerCounts => {
    const byBound = waitBounds.map((bound, index) => [bound, within?.[index] ?? 0]);
    return { answers, within: Object.fromEntries(byBound) as Record<WaitBound, number> };
  };
  const of = (current: boolean): AnswerWindow => {
    const row = found.rows.find((one) => one.current === current);
    const answers = row?.answers ?? 0;
    return { all: counts(answers, row?.within), office: hasOfficeHours ? counts(answers, row?.office) : null };
  };
  return { current: of(true), before: of(false) };
}

async function hasHours(tx: Tx, { organizationId }: Scope): Promise<boolean> {
  const found = await sql`
    select from chat_setting where organization_id = ${organizationId} and office_hours <> '[]' limit 1`.execute(tx);
  return found.rows.length > 0;
}

export interface FoundAnswer {
  messageId: MessageId;
  leadId: LeadId;
  nickname: string | null;
  accountId: AccountId | null;
  waitedSince: Date;
  answeredAt: Date;
  minutes: number;
  officeMinutes: number;
}

interface AnswerRequest extends AnswerFilter {
  readonly start: string;
  readonly end: string;
  /** Waits shorter than this number of minutes, or not shorter; only their office hours count if `inOfficeHours`. */
  readonly shorterThan?: number;
  readonly notShorterThan?: number;
  readonly inOfficeHours: boolean;
  readonly pageSize: number;
  readonly pageNum: number;
  readonly cursor?: string | undefined;
}

/** A page of answers, latest first, and their exact number: a window has few enough to count. */
export async function listAnswers(tx: Tx, scope: Scope, wanted: AnswerRequest) {
  const { start, end, shorterThan, notShorterThan, pageSize } = wanted;
  const parts = [answersInScope(scope, wanted), sql<SqlBool>`answered_on between ${start}::date and ${end}::date`];
  const minutes = wanted.inOfficeHours ? officeMinutes : sql`minutes`;
  if (shorterThan !== undefined) parts.push(sql<SqlBool>`${minutes} < ${shorterThan}`);
  if (notShorterThan !== undefined) parts.push(sql<SqlBool>`${minutes} >= ${notShorterThan}`);
  const where = sql.join(parts, sql` and `);
  const after = afterNewest(wanted.cursor, "answered_at", "answer.message_id");
  const page = sql<FoundAnswer & { moment: string }>`
    select answer.message_id as "messageId", answer.lead_id as "leadId", answer.nickname,
      answer.account_id as "accountId", answer.waited_since as "waitedSince", answer.answered_at as "answeredAt",
      answer.minutes, ${officeMinutes} as "officeMinutes", answer.answered_at::text as moment
    from (select * from answer_to_lead answer where ${where} and ${after}
      order by answered_at desc, message_id desc
      limit ${pageSize + 1} offset ${skippedOf(wanted)}) answer
    order by answer.answered_at desc, answer.message_id desc`;
  const counted = sql<{ total: number }>`
    select count(*)::int as total from (select from answered_wait answer where ${where} limit ${maxCounted + 1}) as one`;
  const [found, totals] = await Promise.all([page.execute(tx), counted.execute(tx)]);
  const { rows, nextCursor } = cutPage(found.rows, pageSize, (last) => ({ value: last.moment, id: last.messageId }));
  const total = totals.rows[0]?.total ?? 0;
  return {
    rows,
    nextCursor,
    total: Math.min(total, maxCounted),
    totalIsEstimate: total > maxCounted,
  };
}

const officeMinutes = sql`coalesce(answer.office_minutes, answer.minutes)`;

/** Totals are exact up to here (decisions 5.1). */
const maxCounted = 10_000;
