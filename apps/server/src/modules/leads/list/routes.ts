import type { RequestOf } from "@homeroom/contract/endpoint";
import { leadDesk } from "@homeroom/contract/lead-desk";
import type { leads } from "@homeroom/contract/leads";
import type { RawBuilder, SqlBool } from "kysely";
import { fileAddresses } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { readWithNames } from "#platform/db/cached-names";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { presentHistoryRows, presentLeads, presentStudents } from "../record/present.ts";
import { boardColumn, boardCounts } from "./queries/board.ts";
import { leadCalendar } from "./queries/calendar.ts";
import { historyOfLeads } from "./queries/history.ts";
import { listLeads, onlyLeads } from "./queries/lead-list.ts";

/** Binds the calls that read leads besides the main list: other lists, the board, the calendar, the history of all. */
export function bindLeadDeskRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const findPictures = fileAddresses(platform);
  const reading = <Answer>(actor: Actor, read: (tx: Tx, scope: Scope) => Promise<Answer>) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return readWithNames(db, scope, (tx) => read(tx, scope));
  };
  const listOf =
    (only: RawBuilder<SqlBool>) =>
    (request: RequestOf<typeof leads.list>, { actor }: { actor: Actor }) =>
      reading(actor, async (tx, scope) => {
        const { leads: rows, ...page } = await listLeads(tx, scope, request, only);
        const { pageNum, pageSize } = request;
        return { ...page, list: await presentLeads(tx, scope, rows, findPictures), pageNum, pageSize };
      });

  bind(leadDesk.newLeads, listOf(onlyLeads.uncontacted));
  bind(leadDesk.gptLeads, listOf(onlyLeads.withAssistant));

  bind(leadDesk.students, (request, { actor }) =>
    reading(actor, async (tx, scope) => {
      const { leads: rows, ...page } = await listLeads(tx, scope, request, onlyLeads.students);
      const { pageNum, pageSize } = request;
      return { ...page, list: await presentStudents(tx, scope, rows, findPictures), pageNum, pageSize };
    }),
  );

  bind(leadDesk.logs, (request, { actor }) =>
    reading(actor, async (tx, scope) => {
      const { rows, ...page } = await historyOfLeads(tx, scope, request);
      const seesOrders = can(actor, "sale:order:query");
      const { pageNum, pageSize } = request;
      return { ...page, list: await presentHistoryRows(tx, scope, { rows, seesOrders }), pageNum, pageSize };
    }),
  );

  bind(leadDesk.boardColumn, (request, { actor }) =>
    reading(actor, async (tx, scope) => {
      const { leads: rows, nextCursor } = await boardColumn(tx, scope, request);
      return { list: await presentLeads(tx, scope, rows, findPictures), nextCursor };
    }),
  );
  bind(leadDesk.boardCounts, ({ query }, { actor }) =>
    reading(actor, async (tx, scope) => ({ columns: await boardCounts(tx, scope, query) })),
  );

  bind(leadDesk.calendar, (request, { actor }) =>
    reading(actor, async (tx, scope) => {
      const { days, overdue } = await leadCalendar(tx, scope, request);
      const rows = await presentLeads(
        tx,
        scope,
        days.flatMap((day) => day.leads),
        findPictures,
      );
      const shown = new Map(rows.map((row) => [row.leadId, row]));
      const listed = days.map(({ leads: ofDay, ...day }) => ({
        ...day,
        list: ofDay.map((lead) => shown.get(lead.lead_id)).filter((row) => row !== undefined),
      }));
      return { days: listed, overdue };
    }),
  );
}
