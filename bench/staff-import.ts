import { mkdtempSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountId } from "@homeroom/contract/ids";
import { permissions } from "@homeroom/contract/permissions";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { staffImport } from "@homeroom/server/modules/accounts/public";
import { storeFile } from "@homeroom/server/modules/files/public";
import { importsModule } from "@homeroom/server/modules/imports/public";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createLocalFileStore } from "@homeroom/server/platform/files/file-store";
import { createLog } from "@homeroom/server/platform/log/log";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import type { Platform } from "@homeroom/server/platform/server-module";
import { v7 } from "uuid";
import { secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { peakMemory } from "./measure/peak-memory.ts";

const rows = Number(process.env["BENCH_ROWS"] ?? 10_000);

const base = await startBenchDatabase();
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-files-"));
try {
  const place = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, place, { role: "owner" });
  let waiting = 1;
  const platform: Platform = {
    settings: readSettings({ DATA_DIR: folder }, false),
    db: base.db,
    files: createLocalFileStore(join(folder, "files")),
    secrets: createSecretBox(secretKey),
    log: createLog("warn", "bench"),
    enqueue: async () => void (waiting += 1),
  };
  const path = join(folder, "staff.csv");
  const lines = Array.from(
    { length: rows },
    (_, at) => `員工${at},p${at}@bench.test,+852,9${String(at).padStart(7, "0")}`,
  );
  await writeFile(path, `暱稱,電郵,區號,電話\n${lines.join("\n")}\n`);
  const { size } = await stat(path);
  const file = await storeFile(platform, place.scope, {
    path,
    name: "staff.csv",
    contentType: "text/csv",
    size,
    createdBy: accountId,
  });
  const importId = v7();
  const actor = {
    organizationId: place.organizationId,
    accountId: AccountId.parse(accountId),
    branchId: place.branchIds[0],
    branchIds: place.branchIds,
    nickname: "bench",
    roles: ["ROOT"],
    permissions,
    isOwner: true,
    isPlatform: false,
  };
  await base.owner.query(
    `insert into import_run (organization_id, import_id, kind, account_id, branch_id, file_id, file_name, content_type,
       mapping, options, actor, language, dry_run, total)
     values ($1, $2, 'staff', $3, $4, $5, 'staff.csv', 'text/csv', $6, $7, $8, 'zh-tw', false, $9)`,
    [
      place.organizationId,
      importId,
      accountId,
      place.branchIds[0],
      file.file_id,
      { 暱稱: "nickname", 電郵: "email", 區號: "areaCode", 電話: "phone" },
      { roleIds: [place.roles.tutor] },
      actor,
      rows,
    ],
  );

  const [job] = importsModule(platform, [staffImport(platform, [])]).jobs ?? [];
  const memory = peakMemory();
  const started = performance.now();
  for (; waiting > 0; waiting -= 1) {
    await job?.run({ organizationId: place.organizationId, importId }, new AbortController().signal);
  }
  const seconds = (performance.now() - started) / 1000;
  const grown = memory.stop();
  const { rows: made } = await base.owner.query<{ n: number }>(
    "select created_count as n from import_run where import_id = $1",
    [importId],
  );

  // The minimum: the same number of accounts in statements of 200 rows, without rules, roles or audit entries.
  const bareStarted = performance.now();
  for (let from = 0; from < rows; from += 200) {
    await base.owner.query(
      `insert into account (organization_id, account_id, email, nickname, password_hash)
       select $1, gen_random_uuid(), 'bare' || n || '@bench.test', 'x', '' from generate_series($2::int, $3::int) n`,
      [place.organizationId, from, Math.min(from + 199, rows - 1)],
    );
  }
  const bare = (performance.now() - bareStarted) / 1000;
  report({
    title: `${rows.toLocaleString("en")} staff imported by the job, with roles, branches, audit entries and events`,
    against: "the same number of bare rows inserted into account",
    figures: [
      {
        what: "rows imported",
        unit: "/s",
        own: rows / seconds,
        reference: rows / bare,
        wanted: { of: "own", atLeast: 100 },
      },
      { what: "additional memory, peak", unit: "MB", own: grown, wanted: { of: "own", atMost: 200 } },
      {
        what: "rows that were not imported",
        unit: "",
        own: rows - (made[0]?.n ?? 0),
        wanted: { of: "own", atMost: 0 },
      },
    ],
  });
} finally {
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}
