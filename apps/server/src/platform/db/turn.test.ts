import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDatabase } from "./for-tests.ts";
import { forgetStatements, PreparingClient } from "./prepared-client.ts";

const base = prepareDatabase();
let client: PreparingClient;

beforeAll(async () => {
  forgetStatements();
  client = new PreparingClient({ connectionString: base.access.sessionUrl });
  client.on("error", () => undefined);
  await client.connect();
});
afterAll(() => client.end());

type Answer = Promise<{ rows: Record<string, unknown>[]; command: string; rowCount: number }>;
const ask = (text: string, values: unknown[] = []): Answer => client.query(text, values);
const reasonsOf = async (answers: Answer[]) =>
  (await Promise.allSettled(answers)).map((one) => (one.status === "rejected" ? String(one.reason) : "answered"));

test("each statement of a turn has its own answer, even if prepared twice in it", async () => {
  const number = (value: number) => ask("select $1::int as number, $2::text as word", [value, null]);
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all([number(1), number(2), ask("select 3 as other"), number(4)]);
    expect(answers.map(({ rows }) => rows)).toEqual([
      [{ number: 1, word: null }],
      [{ number: 2, word: null }],
      [{ other: 3 }],
      [{ number: 4, word: null }],
    ]);
  }
});

test("values of every kind arrive as they are, however long they are", async () => {
  const long = "長".repeat(100_000);
  const values = [long, Buffer.from([0, 255]), ["a", 'b"', null], { deep: true }, true, -1.5];
  const { rows, command, rowCount } = await ask(
    "select $1::text as a, $2::bytea as b, $3::text[] as c, $4::jsonb as d, $5::boolean as e, $6::float8 as f",
    values,
  );
  expect(Object.values(rows[0] ?? {})).toEqual(values);
  expect([command, rowCount]).toEqual(["SELECT", 1]);
});

test("a failing statement fails the following ones, but not the next turn", async () => {
  const divided = (by: number) => ask("select 6 / $1::int as result", [by]);
  for (let round = 0; round < 6; round += 1) {
    expect(await reasonsOf([ask("select 1"), divided(0), divided(2)])).toEqual([
      "answered",
      "error: division by zero",
      "error: A statement before this one failed, so it did not run",
    ]);
  }
  expect((await divided(2)).rows).toEqual([{ result: 3 }]);
});

test("a value that cannot be sent fails its statement alone", async () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const reasons = await reasonsOf([ask("select $1::jsonb", [circle]), ask("select 1")]);
  expect(reasons).toEqual([expect.stringContaining("circular"), "answered"]);
});

test("statements waiting for a closed connection are rejected", async () => {
  const lost = new PreparingClient({ connectionString: base.access.sessionUrl });
  lost.on("error", () => undefined);
  await lost.connect();
  const asked = (text: string): Answer => lost.query(text, []);
  const end = asked("select pg_terminate_backend(pg_backend_pid())");
  await expect(end).rejects.toThrow("terminating connection");
  await expect(asked("select 1")).rejects.toThrow(/terminated|not queryable/i);
});
