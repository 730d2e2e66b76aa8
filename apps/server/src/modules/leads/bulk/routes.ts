import type { Language } from "@homeroom/contract/language";
import { leadBulk } from "@homeroom/contract/lead-bulk";
import type { Actor } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { restoreLeads } from "../bin/actions/restore-leads.ts";
import { listDeleted } from "../bin/queries.ts";
import { exportLeads } from "../export/actions/export-leads.ts";
import { requireVisibleBulk } from "../policy.ts";
import { startBulk } from "./actions/start-bulk.ts";
import { undoBulk } from "./actions/undo-bulk.ts";
import { presentBulks, presentDeleted, presentRestored } from "./present.ts";
import { type BulkRun, findBulk, recentBulks } from "./queries.ts";

/** Binds the calls for bulk changes and for deleted leads. */
export function bindLeadBulkRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const summary = (run: BulkRun) => ({ changed: run.changed_count, taskID: run.bulk_id });

  bind(leadBulk.changeSales, async ({ leadIds, sales, notify }, { actor }) => {
    const action = { kind: "assign" as const, sales: sales ? [sales] : [], byRules: false, notify };
    return summary(await startBulk(platform, actor, { query: { leadIds }, action }));
  });
  bind(leadBulk.tags, async ({ leadIds, ...tags }, { actor }) =>
    summary(await startBulk(platform, actor, { query: { leadIds }, action: { kind: "tags", ...tags } })),
  );
  bind(leadBulk.status, async ({ leadIds, ...choice }, { actor }) =>
    summary(await startBulk(platform, actor, { query: { leadIds }, action: { kind: "status", ...choice } })),
  );
  bind(leadBulk.remove, async ({ leadIds }, { actor }) => {
    await startBulk(platform, actor, { query: { leadIds }, action: { kind: "delete" }, allOrNothing: true });
    return null;
  });

  bind(leadBulk.start, async (order, { actor, language }) =>
    answer(platform, actor, { run: await startBulk(platform, actor, order), language }),
  );
  bind(leadBulk.task, async ({ taskID }, { actor, language }) => {
    const scope = sharedScope(actor);
    const run = requireVisibleBulk(await inTransaction(db, scope, (tx) => findBulk(tx, scope, taskID)), actor);
    return answer(platform, actor, { run, language });
  });
  bind(leadBulk.list, (_request, { actor, language }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const runs = await recentBulks(tx, scope, actor.accountId);
      return presentBulks(tx, scope, { runs, language });
    });
  });
  bind(leadBulk.undo, async ({ taskID }, { actor, language }) =>
    answer(platform, actor, { run: await undoBulk(platform, actor, taskID), language }),
  );

  bind(leadBulk.deleted, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { leads, ...page } = await listDeleted(tx, scope, request);
      const { pageNum, pageSize } = request;
      return { ...page, list: await presentDeleted(tx, scope, leads), pageNum, pageSize };
    });
  });
  bind(leadBulk.restore, async ({ leadIds }, { actor, language }) =>
    presentRestored(await restoreLeads(db, actor, leadIds), language),
  );

  bind(leadBulk.exportLeads, (form, { actor, language }) =>
    exportLeads(platform, actor, { kind: "leads", form, language }),
  );
  bind(leadBulk.exportStudents, (form, { actor, language }) =>
    exportLeads(platform, actor, { kind: "students", form, language }),
  );
}

async function answer({ db }: Platform, actor: Actor, { run, language }: { run: BulkRun; language: Language }) {
  const scope = sharedScope(actor);
  const [task] = await inTransaction(db, scope, (tx) => presentBulks(tx, scope, { runs: [run], language }));
  if (!task) throw new Error("A run is presented as one task");
  return task;
}
