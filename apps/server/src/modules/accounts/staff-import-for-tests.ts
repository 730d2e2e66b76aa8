import type { Envelope } from "@homeroom/contract/envelope";
import type { ImportTask, ReadTable } from "@homeroom/contract/imports";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { peopleInAudit } from "#modules/audit/public";
import { importsModule } from "#modules/imports/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { signInAs, type TestAccount } from "./for-tests.ts";
import { accountsModule, staffImport } from "./public.ts";

export interface ImportBench {
  base: TestDatabase;
  app: FastifyInstance;
  place: TestOrganization;
  owner: Importer;
  as(role: "owner" | "admin" | "sales", at?: TestOrganization): Promise<Importer>;
  /** Sends a file; answers the envelope. */
  send<Result = ReadTable>(content: string | Uint8Array<ArrayBuffer>, given?: Sent): Promise<Envelope<Result>>;
  /** Stores a table that must be good. */
  upload(content: string, token?: string): Promise<ReadTable>;
  run(form: object, token?: string): ReturnType<typeof callApi<ImportTask>>;
  /** Imports a table as its columns propose. */
  importTable(content: string, more?: object): Promise<ImportTask>;
  undo(taskID: string, token?: string): ReturnType<typeof callApi<ImportTask>>;
  task(taskID: string): Promise<ImportTask>;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of a view as the database gives them, for a look
  account(email: string): Promise<any>;
  /** Runs the job once, as a worker does; `signal` may stop it. */
  workOnce(taskID: string, signal?: AbortSignal): Promise<void>;
  /** Runs it until nothing is left to be done. */
  work(taskID: string): Promise<void>;
  close(): Promise<void>;
}

export interface Importer extends TestAccount {
  token: string;
}

interface Sent {
  path?: "UploadStaffcsvFile" | "import";
  token?: string;
  fields?: Record<string, string>;
}

/** An e-mail that nothing else has. */
export const unique = () => `p-${v7()}@import.test`;

/** A server of staff and imports with an organisation, whose owner imports unless more is said. */
export async function openImportBench(): Promise<ImportBench> {
  const base = await createTestDatabase();
  const imports = importsModule(base.platform, [staffImport(base.platform, [peopleInAudit])]);
  const app = await serveModules(base.platform, [accountsModule(base.platform, undefined, [peopleInAudit]), imports]);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const place = await buildOrganization(base.db);
  const as: ImportBench["as"] = (role, at = place) => signInAs(base.db, at, { role });
  const owner = await as("owner");
  const send = async <Result>(content: string | Uint8Array<ArrayBuffer>, given: Sent = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(given.fields ?? {})) form.set(name, value);
    form.set("file", new Blob([content]), "員工.csv");
    // Over a real connection: what is refused at once is not read to its end.
    const answer = await fetch(`${url}/api_users/Member/${given.path ?? "UploadStaffcsvFile"}`, {
      method: "POST",
      headers: { accesstoken: given.token ?? owner.token, "accept-language": "zh-TW" },
      body: form,
    });
    return (await answer.json()) as Envelope<Result>;
  };
  const upload = async (content: string, token = owner.token) => good(await send<ReadTable>(content, { token }));
  const run: ImportBench["run"] = (form, token = owner.token) =>
    callApi<ImportTask>(app, "POST /api_users/Member/ImportCSVStaffInfo", {
      token,
      body: { branchID: place.branchIds[0], roleIds: [place.roles.tutor], ...form },
    });
  const workOnce: ImportBench["workOnce"] = async (runId, signal = new AbortController().signal) => {
    base.enqueued.length = 0;
    await imports.jobs?.[0]?.run({ organizationId: place.organizationId, runId }, signal);
  };
  return {
    ...{ base, app, place, owner, as, send, upload, run, workOnce },
    async importTable(content, more = {}) {
      const { fileID, mapping } = await upload(content);
      return good((await run({ fileID, mapping, ...more })).body);
    },
    undo: (taskID, token = owner.token) =>
      callApi<ImportTask>(app, "POST /api_users/Member/UndoImport", { token, body: { taskID } }),
    task: async (taskID) =>
      good((await callApi<ImportTask>(app, `GET /api_users/Member/ImportTask?taskID=${taskID}`, owner)).body),
    account: async (email) => (await base.owner.query("select * from staff_record where email = $1", [email])).rows[0],
    async work(taskID) {
      await workOnce(taskID);
      while (base.enqueued.length > 0) await workOnce(taskID);
    },
    async close() {
      await app.close();
      await base.close();
    },
  };
}

function good<Result>(body: Envelope<Result>): Result {
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.resultData;
}
