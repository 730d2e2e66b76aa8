import {
  imports as calls,
  type ImportKindName,
  type ImportTask,
  type LeadImport,
  LeadImportOptions,
  type StaffImport,
} from "@homeroom/contract/imports";
import type { Language } from "@homeroom/contract/language";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Upload } from "#platform/http/upload";
import { importForms } from "./actions/import-forms.ts";
import { type Imports, kindFor } from "./actions/imports.ts";
import { dialectOf, readImportFile } from "./actions/read-import-file.ts";
import { type ImportOrder, startImport } from "./actions/start-import.ts";
import { storeImportFile } from "./actions/store-import-file.ts";
import { undoImport } from "./actions/undo-import.ts";
import { writeErrorFile } from "./actions/write-error-file.ts";
import { mayHandOut, recordsWithPasswords, writePasswordFile } from "./actions/write-password-file.ts";
import { writeTemplate } from "./actions/write-template.ts";
import { requireVisibleRun } from "./policy.ts";
import { presentRow, presentTable, presentTask, summaryOf } from "./present.ts";
import { findRun, type ImportRun, recentRuns, rowsOf } from "./queries.ts";

const dayMs = 86_400_000;

/** The shared password is shown when the people were just created, not for an old import. */
function tellsPassword({ state, dry_run, created_count, finished_at }: ImportRun, now: Date): boolean {
  if (state !== "done" || dry_run || created_count === 0) return false;
  return finished_at !== null && now.getTime() - finished_at.getTime() < dayMs;
}

type Answer = (actor: Actor, run: ImportRun, language: Language) => Promise<ImportTask>;

/** Binds the calls of imports: of every kind, of staff and of leads. */
export function bindImportRoutes(bind: Binder, imports: Imports): void {
  const { platform } = imports;
  const answer: Answer = (actor, run, language) =>
    inTransaction(platform.db, sharedScope(actor), async (tx) => {
      const scope = sharedScope(actor);
      const task = await presentTask(tx, scope, { run, language });
      const kind = imports.kinds.find(({ name }) => name === run.kind);
      if (!kind?.permissions.some((permission) => can(actor, permission))) return task;
      const { passwords } = kind;
      const hasPasswords =
        passwords !== undefined &&
        mayHandOut(run, actor) &&
        (await passwords.waiting(tx, scope, await recordsWithPasswords(tx, actor, run)));
      const tells = tellsPassword(run, new Date());
      return { ...task, hasPasswords, initialPassword: (tells && (await kind.initialPassword?.(tx, scope))) || null };
    });

  bind(calls.readAgain, async ({ fileID: fileId, kind: name, ...given }, { actor, language }) => {
    const kind = kindFor(imports, name, actor);
    const dialect = dialectOf(given);
    return presentTable(platform, await readImportFile(platform, actor, { fileId, kind, language, dialect }));
  });

  bind(calls.task, async ({ taskID }, { actor, language }) => {
    const scope = sharedScope(actor);
    const run = requireVisibleRun(await inTransaction(platform.db, scope, (tx) => findRun(tx, scope, taskID)), actor);
    return answer(actor, run, language);
  });

  bind(calls.rows, async ({ taskID: importId, ...page }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(platform.db, scope, async (tx) => {
      const run = requireVisibleRun(await findRun(tx, scope, importId), actor);
      const { rows, total } = await rowsOf(tx, scope, { importId, ...page });
      const { pageNum, pageSize } = page;
      return { list: rows.map((row) => presentRow(row, run)), total, pageNum, pageSize };
    });
  });

  bind(calls.list, async ({ kind }, { actor }) => {
    kindFor(imports, kind, actor);
    const scope = sharedScope(actor);
    const of = { accountId: actor.accountId, kind };
    return (await inTransaction(platform.db, scope, (tx) => recentRuns(tx, scope, of))).map(summaryOf);
  });

  bind(calls.undo, async ({ taskID }, { actor, language }) =>
    answer(actor, await undoImport(imports, actor, taskID), language),
  );
  bind(calls.errorFile, ({ taskID }, { actor, language }) =>
    writeErrorFile(imports, actor, { importId: taskID, language }),
  );
  bindStaffImportRoutes(bind, imports, answer);
  bindLeadImportRoutes(bind, imports, answer);
  bindProductImportRoutes(bind, imports, answer);
}

interface UploadedTable {
  given: Parameters<typeof dialectOf>[0];
  actor: Actor;
  upload: Upload;
  language: Language;
}

/** Stores a table of one kind and returns its preview. */
async function takeTable(imports: Imports, name: ImportKindName, { given, actor, upload, language }: UploadedTable) {
  const { platform } = imports;
  const kind = kindFor(imports, name, actor);
  const dialect = dialectOf(given);
  const fileId = await storeImportFile(platform, actor, { upload, dialect });
  return presentTable(platform, await readImportFile(platform, actor, { fileId, kind, language, dialect }));
}

function staffOrder(form: StaffImport, language: Language): ImportOrder {
  const { roleIds, skipDuplicates, updateExisting, invite } = form;
  return {
    kind: "staff",
    fileId: form.fileID,
    mapping: form.mapping,
    branchId: form.branchID,
    options: { roleIds, skipDuplicates, updateExisting, invite },
    dialect: dialectOf(form),
    fixes: form.fixes,
    dryRun: form.dryRun,
    taskId: form.taskID,
    language,
  };
}

function bindStaffImportRoutes(bind: Binder, imports: Imports, answer: Answer): void {
  const { platform } = imports;

  bind(calls.uploadStaff, (given, sent) => takeTable(imports, "staff", { given, ...sent }));

  bind(calls.importStaff, async (form, { actor, language }) => {
    const run = await startImport(imports, actor, staffOrder(form, language));
    return answer(actor, run, language);
  });

  bind(calls.importPlain, async ({ deptId }, { actor, upload, language }) => {
    kindFor(imports, "staff", actor);
    const fileId = await storeImportFile(platform, actor, { upload, dialect: {} });
    const run = await startImport(imports, actor, {
      kind: "staff",
      fileId,
      mapping: "proposed",
      branchId: actor.branchId,
      options: { departmentId: deptId || null },
      dialect: {},
      dryRun: false,
      language,
    });
    return answer(actor, run, language);
  });

  bind(calls.passwords, ({ taskID }, { actor, language }) =>
    writePasswordFile(imports, actor, { importId: taskID, language }),
  );
  bind(calls.staffTemplate, ({ format }, { actor, language }) =>
    writeTemplate(imports, actor, { name: "staff", language, format }),
  );
}

function bindLeadImportRoutes(bind: Binder, imports: Imports, answer: Answer): void {
  bind(calls.uploadLeads, (given, sent) => takeTable(imports, "lead", { given, ...sent }));

  bind(calls.importLeads, async (form, { actor, language }) =>
    answer(actor, await startImport(imports, actor, leadOrder(form, language)), language),
  );

  bind(calls.importLeadRows, async (form, { actor, language }) =>
    answer(actor, await importForms(imports, actor, { form, language }), language),
  );

  bind(calls.leadTemplate, ({ format }, { actor, language }) =>
    writeTemplate(imports, actor, { name: "lead", language, format }),
  );
}

function bindProductImportRoutes(bind: Binder, imports: Imports, answer: Answer): void {
  bind(calls.uploadProducts, (given, sent) => takeTable(imports, "product", { given, ...sent }));

  bind(calls.importProducts, async (form, { actor, language }) => {
    const { skipDuplicates, updateExisting, fixes, dryRun, mapping } = form;
    const run = await startImport(imports, actor, {
      kind: "product",
      fileId: form.fileID,
      mapping,
      // The catalogue belongs to the whole organisation.
      branchId: actor.branchId,
      options: { skipDuplicates, updateExisting },
      dialect: dialectOf(form),
      fixes,
      dryRun,
      taskId: form.taskID,
      language,
    });
    return answer(actor, run, language);
  });

  bind(calls.productTemplate, ({ format }, { actor, language }) =>
    writeTemplate(imports, actor, { name: "product", language, format }),
  );
}

function leadOrder(form: LeadImport, language: Language): ImportOrder {
  return {
    kind: "lead",
    fileId: form.fileID,
    mapping: form.mapping,
    branchId: form.branchID,
    options: LeadImportOptions.parse(form),
    dialect: dialectOf(form),
    fixes: form.fixes,
    dryRun: form.dryRun,
    taskId: form.taskID,
    language,
  };
}
