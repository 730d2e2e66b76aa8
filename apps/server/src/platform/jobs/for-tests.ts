import { OrganizationId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, onTestFinished } from "vitest";
import type { TestDatabase } from "#platform/db/for-tests";
import type { JobDefinition } from "./job.ts";
import { startJobs } from "./jobs.ts";

/** Expects that an organisation's job runs while another organisation has a long queue of jobs that do not end. */
export async function expectRoomForOthers(
  { access, platform }: TestDatabase,
  job: JobDefinition,
  data: Record<string, unknown>,
): Promise<void> {
  const [slow, other] = [OrganizationId.parse(v7()), OrganizationId.parse(v7())];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const ran: unknown[] = [];
  const run = async ({ organizationId }: Record<string, unknown>) => {
    ran.push(organizationId);
    if (organizationId === slow) await released;
  };
  const jobs = await startJobs({
    url: access.sessionUrl,
    handlers: [{ job, run }],
    log: platform.log,
    supervise: false,
  });
  onTestFinished(async () => {
    release();
    await jobs.stop(5000);
  });
  await jobs.enqueue(
    Array.from({ length: job.concurrency * 2 }, () => ({ job, data: { ...data, organizationId: slow } })),
  );
  await jobs.work();
  await expect.poll(() => ran).toContain(slow);
  await jobs.enqueue([{ job, data: { ...data, organizationId: other } }]);
  await expect.poll(() => ran).toContain(other);
  release();
  // Those that waited for their turn are not forgotten.
  await expect.poll(() => ran.length).toBe(job.concurrency * 2 + 1);
}
