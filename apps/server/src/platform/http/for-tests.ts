import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { type Actor, can } from "#platform/auth/actor";
import { createLog, type Log } from "#platform/log/log";
import { type Binder, registerCalls } from "./bind.ts";
import { createHttpServer } from "./server.ts";

/** An actor with the given permissions, as a session would have it. */
export function buildActor(permissions: readonly string[]): Actor {
  return {
    organizationId: "0190a000-0000-7000-8000-000000000001" as OrganizationId,
    accountId: "0190a000-0000-7000-8000-000000000002" as AccountId,
    sessionId: "0190a000-0000-7000-8000-000000000003",
    branchId: "0190a000-0000-7000-8000-000000000004" as BranchId,
    branchIds: ["0190a000-0000-7000-8000-000000000004" as BranchId],
    nickname: "陳美玲",
    roles: ["TUTOR"],
    permissions,
    isOwner: false,
    isPlatform: false,
    viewsAs: null,
    restriction: null,
  };
}

export interface TestServer {
  readonly app: FastifyInstance;
  /** The current contents of the upload folder. */
  leftUploads(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * A server with the calls that `bindCalls` binds. The token `all` holds `crm:lead:*`, `none` holds nothing, every other
 * token is unknown.
 */
export async function startTestServer(
  bindCalls: (bind: Binder) => void,
  {
    checkAnswers = true,
    log = createLog("silent", "test"),
    limitAddress = async () => undefined,
  }: { checkAnswers?: boolean; log?: Log; limitAddress?: (ip: string) => Promise<void> } = {},
): Promise<TestServer> {
  const uploadFolder = await mkdtemp(join(tmpdir(), "homeroom-http-"));
  const actors = new Map([
    ["all", buildActor(["crm:lead:*"])],
    ["none", buildActor([])],
  ]);
  const app = await createHttpServer({ log, https: false });
  const authenticate = async (token: string) => actors.get(token) ?? null;
  await registerCalls(app, { authenticate, can, limitAddress, uploadFolder, checkAnswers }, bindCalls);
  return {
    app,
    leftUploads: () => readdir(uploadFolder),
    async stop() {
      await app.close();
      await rm(uploadFolder, { recursive: true, force: true });
    },
  };
}
