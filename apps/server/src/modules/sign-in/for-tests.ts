import { tmpdir } from "node:os";
import type { Envelope } from "@homeroom/contract/envelope";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect } from "vitest";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { planCheck } from "#modules/organizations/public";
import { can } from "#platform/auth/actor";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { TestDatabase } from "#platform/db/for-tests";
import { type Database, inTransaction } from "#platform/db/transaction";
import { registerCalls } from "#platform/http/bind";
import { createHttpServer } from "#platform/http/server";
import type { Platform, ServerModule } from "#platform/server-module";
import { authenticator } from "./public.ts";

/** In a file of tests: a server of just these modules, `app` from the first test on and closed after the last. */
export function prepareServer(
  base: TestDatabase,
  modules: (platform: Platform) => readonly ServerModule[],
): { app: FastifyInstance } {
  const server = {} as { app: FastifyInstance };
  beforeAll(async () => {
    server.app = await serveModules(base.platform, modules(base.platform));
  });
  afterAll(() => server.app.close());
  return server;
}

/** A server of just these modules, to be called with `inject`; what is answered at once only where it listens. */
export async function serveModules(platform: Platform, modules: readonly ServerModule[]): Promise<FastifyInstance> {
  const app = await createHttpServer({
    ...{ log: platform.log, https: false },
    atOnce: (request, response) => modules.some(({ answerAtOnce }) => answerAtOnce?.(request, response)),
  });
  for (const one of modules) one.guard?.(app);
  const authenticate = authenticator(platform.db);
  const requirePlan = planCheck(platform.db);
  const options = { authenticate, can, requirePlan, uploadFolder: tmpdir(), checkAnswers: true };
  await registerCalls(app, options, (bind) => {
    for (const one of modules) one.routes?.(bind);
  });
  for (const one of modules) {
    await one.callbacks?.(app);
    await one.pages?.(app);
  }
  return app;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Calls with a token and answers the status and the envelope. */
export async function callApi<Result>(
  app: FastifyInstance,
  address: `${Method} /${string}`,
  {
    token = "anonymous",
    body,
    language = "zh-TW",
    key,
    idle = false,
  }: { token?: string; body?: object; language?: string; key?: string; idle?: boolean } = {},
): Promise<{ status: number; body: Envelope<Result> }> {
  const [method, url] = address.split(" ") as [Method, string];
  const more = { ...(key && { "idempotency-key": key }), ...(idle && { idle: "1" }) };
  const headers = { accesstoken: token, "accept-language": language, ...more };
  const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json<Envelope<Result>>() };
}

/** Sends a form with its files as a browser does, and answers what came back. */
export async function postForm(
  app: FastifyInstance,
  url: string,
  { form, token }: { form: FormData; token?: string },
): Promise<LightMyRequestResponse> {
  const sent = new Request("http://localhost", { method: "POST", body: form });
  return app.inject({
    method: "POST",
    url,
    headers: { "content-type": sent.headers.get("content-type") ?? "", ...(token && { accesstoken: token }) },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
}

/** A session of an account at a branch, without the way through the sign-in page; answers its token. */
export async function buildSession(
  db: Database,
  organization: TestOrganization,
  account: { accountId: AccountId; branchId?: BranchId },
): Promise<string> {
  const token = newToken();
  await inTransaction(db, organization.scope, (tx) =>
    tx
      .insertInto("session")
      .values({
        organization_id: organization.organizationId,
        session_id: RecordId.parse(v7()),
        token_hash: hashToken(token),
        account_id: account.accountId,
        branch_id: account.branchId ?? organization.branchIds[0],
        means: "password",
      })
      .execute(),
  );
  return token;
}

/** Makes a call while somebody else changes an account's password, who is done once the call waits for it. */
export async function duringNewPassword<Result>(
  { owner }: Pick<TestDatabase, "owner">,
  accountId: AccountId,
  call: () => Promise<Result>,
): Promise<Result> {
  const changing = await owner.connect();
  try {
    await changing.query("begin");
    await changing.query("update account set password_hash = 'another' where account_id = $1", [accountId]);
    const called = call();
    const waiting = "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
    await expect.poll(async () => (await changing.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    await changing.query("commit");
    return await called;
  } finally {
    changing.release(true);
  }
}
