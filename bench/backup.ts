import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdtempSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { readArchive } from "@homeroom/server/platform/backup/read-archive";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type BenchDatabase, secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { mostMemoryOf } from "./measure/memory.ts";
import { startServer } from "./measure/programs.ts";
import { fillTalks, withoutMessageIndexes } from "./talks/fill-talks.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const messages = Number(process.env["BENCH_MESSAGES"] ?? 5_000_000);
const server = join(import.meta.dirname, "../apps/server/src");

const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-backup-"));
chmodSync(folder, 0o755); // as root, the database's user has to get in
const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Runs the real commands: a backup while the server runs, a restore into an embedded database, and a backup of that. */
async function measure(source: BenchDatabase): Promise<void> {
  await fill(source);
  const { ownerUrl } = source.access;
  const { rows } = await source.owner.query<{ mb: number }>(
    "select (pg_database_size(current_database()) / 1e6)::float8 as mb",
  );
  const running = await startServer({ ownerUrl, process: "all", serve: true });
  const reference = await copyTables(ownerUrl);
  const first = await run("backup.ts", ["--to", join(folder, "first")], { DATABASE_URL: ownerUrl });
  await running.stop();

  const file = await onlyFileIn(join(folder, "first"));
  const restored = { DATA_DIR: join(folder, "restored") };
  await mkdir(restored.DATA_DIR);
  const back = await run("restore.ts", [file], restored);
  await run("backup.ts", ["--to", join(folder, "second")], restored);
  const again = await onlyFileIn(join(folder, "second"));
  const size = async (of: string) => (await stat(of)).size / 1e6;

  report({
    title: `A backup of ${leads.toLocaleString("en")} leads and ${messages.toLocaleString("en")} messages, restored into an embedded database`,
    against: "COPY of the same tables through the same compression into a file, without checksums",
    figures: [
      { what: "the database on disk", unit: "MB", own: rows[0]?.mb ?? Number.NaN },
      { what: "the backup", unit: "MB", own: await size(file), reference: await size(reference.file) },
      { what: "created while the server runs", unit: "s", own: first.seconds, reference: reference.seconds },
      { what: "memory of the command", unit: "MB", own: first.peak },
      { what: "restored, with all indexes", unit: "s", own: back.seconds },
      { what: "memory of the restoring command", unit: "MB", own: back.peak },
      {
        what: "tables with different bytes in a backup of the restored data",
        unit: "",
        own: await countOthers(file, again),
        wanted: { of: "own", atMost: 0 },
      },
    ],
  });
}

async function fill(source: BenchDatabase): Promise<void> {
  await withoutLeadIndexes(source.owner, async () => {
    await fillCentre(source, "大班", leads);
  });
  await withoutMessageIndexes(source.owner, async () => {
    await fillTalks(source, "連鎖大班", { conversations: Math.min(20_000, messages), messages });
  });
}

/** Runs one of the product's commands to its end; returns the time and the peak memory. */
async function run(program: string, args: string[], env: Record<string, string>) {
  const start = performance.now();
  const given = { ...process.env, SECRET_KEY: secretKey.toString("base64"), ...env };
  const child = spawn(process.execPath, [join(server, program), ...args], {
    env: given,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, mostMemoryOf(child.pid ?? 0));
  }, 250);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, peak };
}

async function copyTables(ownerUrl: string): Promise<{ seconds: number; file: string }> {
  const start = performance.now();
  const file = join(folder, "reference");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  async function* all() {
    for (const { name } of rows) yield* client.query(copyTo(`copy (select * from ${name}) to stdout`));
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  await pipeline(all, compress, createWriteStream(file, { flush: true }));
  await client.end();
  return { seconds: (performance.now() - start) / 1000, file };
}

async function onlyFileIn(of: string): Promise<string> {
  const [name] = await readdir(of);
  if (name === undefined) throw new Error(`There is nothing in ${of}`);
  return join(of, name);
}

/** How many sections of one backup differ in the other; prints their names. */
async function countOthers(one: string, other: string): Promise<number> {
  const [of, and] = [await sumsOf(one), await sumsOf(other)];
  const others = [...of].filter(([section, sum]) => and.get(section) !== sum);
  for (const [section] of others) console.log(`Different bytes after the restoration: ${section}`);
  return others.length;
}

async function sumsOf(file: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  await readArchive(file, {
    async section(section, content) {
      const hash = createHash("sha256");
      for await (const chunk of content) hash.update(chunk);
      sums.set("file" in section ? section.file : `${section.schema}.${section.table}`, hash.digest("hex"));
    },
  });
  return sums;
}
