import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { log } from "@homeroom/contract/log";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { inReadOnlyTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { exportLog } from "./actions/export-log.ts";
import { presentEntry, presentStats, presentTrend } from "./present.ts";
import {
  countEntries,
  type Entry,
  entriesPage,
  entryById,
  operatorsOf,
  visitsByDay,
  visitTotals,
} from "./queries/entries.ts";
import { trendDays } from "./rules/visit-days.ts";

/** Data of other modules that the log shows. */
export interface LogSources {
  /** The zone in which a branch counts its days. */
  zoneOf(tx: Tx, scope: Scope, branchId: BranchId): Promise<string>;
  /** The addresses of people's pictures, by account. */
  findPictures(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<ReadonlyMap<string, string>>;
}

/** The log belongs to the whole organisation: people with the permission can read all of it. */
export function bindLogRoutes(bind: Binder, { db }: Platform, sources: LogSources): void {
  const reading = <Result>(actor: Actor, work: (tx: Tx, scope: Scope, zone: string) => Promise<Result>) => {
    const scope = sharedScope(actor);
    return inReadOnlyTransaction(db, scope, async (tx) =>
      work(tx, scope, await sources.zoneOf(tx, scope, actor.branchId)),
    );
  };
  const picturesOf = (tx: Tx, scope: Scope, entries: readonly Entry[]) =>
    sources.findPictures(tx, scope, [...new Set(entries.flatMap((entry) => entry.account_id ?? []))]);

  bind(log.page, ({ pageNum, pageSize, cursor, ...filters }, { actor, language }) =>
    reading(actor, async (tx, scope, zone) => {
      const asked = { ...filters, language, zone };
      const { entries, nextCursor } = await entriesPage(tx, scope, asked, { pageNum, pageSize, cursor });
      const count = await countEntries(tx, scope, asked);
      const pictures = await picturesOf(tx, scope, entries);
      const list = entries.map((entry) => presentEntry(entry, language, pictures));
      return { ...count, list, nextCursor, pageNum, pageSize };
    }),
  );

  bind(log.export, async (filters, { actor, language }) => {
    const zone = await reading(actor, async (_tx, _scope, found) => found);
    return exportLog(db, actor, { ...filters, language, zone });
  });

  bind(log.operators, (_, { actor }) => reading(actor, (tx, scope) => operatorsOf(tx, scope)));

  bind(log.visitTrend, (request, { actor }) =>
    reading(actor, async (tx, scope, zone) => {
      const days = trendDays(request, today(zone));
      const [first, last] = [days[0], days.at(-1)];
      const found = first && last ? await visitsByDay(tx, scope, { first, last, zone }) : new Map();
      return presentTrend(days, found);
    }),
  );

  bind(log.visitStats, (_, { actor, language }) =>
    reading(actor, async (tx, scope, zone) =>
      presentStats(await visitTotals(tx, scope, { day: today(zone), zone }), language),
    ),
  );

  bind(log.info, ({ id }, { actor, language }) =>
    reading(actor, async (tx, scope) => {
      const entry = await entryById(tx, scope, id);
      if (!entry) throw new AppError("NOT_FOUND");
      return presentEntry(entry, language, await picturesOf(tx, scope, [entry]));
    }),
  );
}
