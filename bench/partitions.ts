import type pg from "pg";
import { startBenchDatabase } from "./measure/database.ts";
import { type Figure, percentile, report } from "./measure/figures.ts";

const rows = Number(process.env["BENCH_ROWS"] ?? 5_000_000);
const partitions = Number(process.env["BENCH_PARTITIONS"] ?? 16);
const messagesOfCentre = 40_000;
const conversationsOfCentre = 800;
const centres = Math.ceil(rows / messagesOfCentre);
const asked = 400;
const written = 500;

/** A made-up id, the same for the same numbers. */
const centreId = (of: string) => `md5('centre' || ${of})::uuid`;
const conversationId = (centre: string, of: string) => `md5(${centre} || 'talk' || ${of})::uuid`;

const columns = `organization_id uuid not null, message_id uuid not null, conversation_id uuid not null, position bigint not null,
  direction text not null, kind text not null, text text not null, state text not null, sent_at timestamptz not null,
  created_at timestamptz not null, version integer not null`;

const base = await startBenchDatabase();
try {
  const whole = await measure(base.owner, "whole");
  const divided = await measure(base.owner, "divided");
  report({
    title: `${rows.toLocaleString("en")} messages of ${centres.toLocaleString("en")} centres in one table`,
    against: `the same in ${partitions} partitions, by a hash of the centre`,
    figures: [...whole].map(
      ([what, { unit, value }]): Figure => ({
        what,
        unit,
        own: value,
        reference: divided.get(what)?.value ?? Number.NaN,
      }),
    ),
  });
} finally {
  await base.stop();
}

type Measured = Map<string, { unit: Figure["unit"]; value: number }>;

/** Fills a table, runs the product's most frequent query on it, and drops it: two of them may not fit on the disk. */
async function measure(owner: pg.Pool, table: "whole" | "divided"): Promise<Measured> {
  const client = await owner.connect();
  try {
    return await measureOn(client, table);
  } finally {
    client.release();
  }
}

async function measureOn(client: pg.PoolClient, table: "whole" | "divided"): Promise<Measured> {
  const found: Measured = new Map();
  const take = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    found.set(what, { unit: "s", value: (performance.now() - start) / 1000 });
  };
  const spread = (what: string, times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    found.set(`${what}, p50`, { unit: "ms", value: percentile(sorted, 0.5) });
    found.set(`${what}, p95`, { unit: "ms", value: percentile(sorted, 0.95) });
  };
  await take("rows written", () => fill(client, table));
  await take("indexes built", () => buildIndexes(client, table));
  await take("vacuum and statistics", () => client.query(`vacuum (analyze) ${table}`));
  const { rows: sizes } = await client.query<{ mb: number }>(
    `select (sum(pg_total_relation_size(oid)) / 1e6)::float8 as mb from pg_class
     where relkind = 'r' and relname like '${table}%'`,
  );
  found.set("size with indexes", { unit: "MB", value: sizes[0]?.mb ?? Number.NaN });

  // As in the product: a prepared statement with a custom plan for each key, or with a generic one.
  await client.query("set plan_cache_mode = force_custom_plan");
  spread("latest 50 of a conversation, planned each time", await ask(client, `custom_${table}`, latestOf(table)));
  await client.query("set plan_cache_mode = force_generic_plan");
  spread("latest 50 of a conversation, planned once", await ask(client, `generic_${table}`, latestOf(table)));
  await client.query("reset plan_cache_mode");
  spread("a message added", await add(client, table));
  await take("a message in a hundred changed", () =>
    client.query(`update ${table} set state = 'read' where position % 100 = 7`),
  );
  await take("vacuum after it", () => client.query(`vacuum ${table}`));
  await client.query(`drop table ${table}`);
  return found;
}

async function fill(client: pg.PoolClient, table: string): Promise<void> {
  await client.query("begin");
  const by = table === "divided" ? "partition by hash (organization_id)" : "";
  await client.query(`create table ${table} (${columns}) ${by}`);
  for (let part = 0; by && part < partitions; part++) {
    await client.query(
      `create table ${table}_${part} partition of ${table} for values with (modulus ${partitions}, remainder ${part})`,
    );
  }
  // In order of time, as they arrive: the centres alternate.
  await client.query(
    `insert into ${table}
     select ${centreId("centre")}, uuidv7(sent - now()), ${conversationId("centre", "talk")}, position,
       case when position % 2 = 0 then 'in' else 'out' end, 'text', (array['你好，想請問下個月的鋼琴班還有名額嗎', '收到，馬上為您查詢',
         '星期六下午三點可以嗎', '好的，謝謝老師'])[1 + position % 4], 'received', sent, sent, position
     from (
       select n % ${centres} as centre, n / ${centres} % ${conversationsOfCentre} as talk,
         n / ${centres} / ${conversationsOfCentre} as position, now() - (${rows} - n)::float8 / ${rows} * interval '730 days' as sent
       from generate_series(0::bigint, ${rows - 1}) n) said`,
  );
  await client.query("commit");
}

async function buildIndexes(client: pg.PoolClient, table: string): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2");
  await client.query(`alter table ${table} add primary key (organization_id, message_id)`);
  await client.query(`create unique index on ${table} (organization_id, conversation_id, position)`);
}

function latestOf(table: string): string {
  return `select * from ${table} where organization_id = $1 and conversation_id = $2 order by position desc limit 50`;
}

/** One conversation after another, each from another centre; the milliseconds of each answer. */
async function ask(client: pg.PoolClient, name: string, text: string): Promise<number[]> {
  const { rows: some } = await client.query<{ centre: string; talk: string }>(
    `select ${centreId("centre")} as centre, ${conversationId("centre", "talk")} as talk from (
       select (n * 7919) % ${centres} as centre, (n * 104729) % ${conversationsOfCentre} as talk from generate_series(1, ${asked}) n) one`,
  );
  const times: number[] = [];
  // The first round loads the data into memory: the speed of the disk says nothing about partitions.
  for (const isMeasured of [false, true]) {
    for (const { centre, talk } of some) {
      const start = performance.now();
      await client.query({ name, text, values: [centre, talk] });
      if (isMeasured) times.push(performance.now() - start);
    }
  }
  return times;
}

async function add(client: pg.PoolClient, table: string): Promise<number[]> {
  const times: number[] = [];
  const text = `insert into ${table} values ($1, uuidv7(), $2, $3, 'in', 'text', '好的，謝謝老師', 'received', now(), now(), 1)`;
  const { rows: some } = await client.query<{ centre: string; talk: string }>(
    `select ${centreId("n % 20")} as centre, ${conversationId("n % 20", "n % 50")} as talk from generate_series(1, ${written}) n`,
  );
  // Without waiting for the disk, which would take longer than everything compared here.
  await client.query("set synchronous_commit = off");
  for (const [number, { centre, talk }] of some.entries()) {
    const start = performance.now();
    await client.query({ name: `add_${table}`, text, values: [centre, talk, 1_000_000 + number] });
    times.push(performance.now() - start);
  }
  await client.query("reset synchronous_commit");
  return times;
}
