import { startTestPostgres } from "../apps/server/src/platform/db/embedded/for-tests.ts";

let stop: (() => Promise<void>) | undefined;

/** Once before a test run: one PostgreSQL for all of it. */
export async function setup(): Promise<void> {
  ({ stop } = await startTestPostgres());
}

export async function teardown(): Promise<void> {
  await stop?.();
}
