import type { Envelope } from "@homeroom/contract/envelope";
import type { ImportedRow, ImportTask, ReadTable } from "@homeroom/contract/imports";
import type { FastifyInstance } from "fastify";
import { signInAs, type TestAccount } from "#modules/accounts/for-tests";
import { importsModule } from "#modules/imports/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { leadImport, leadsModule } from "../public.ts";

export interface Importer extends TestAccount {
  token: string;
}

/** A lead's row in the database, for checks. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of a table as the database gives them
type Row = any;

export interface LeadImportBench {
  base: TestDatabase;
  app: FastifyInstance;
  place: TestOrganization;
  owner: Importer;
  as(role: "owner" | "admin" | "sales" | "tutor", at?: TestOrganization): Promise<Importer>;
  send<Result = ReadTable>(
    content: string | Uint8Array<ArrayBuffer>,
    given?: { token?: string; fields?: Record<string, string>; name?: string },
  ): Promise<Envelope<Result>>;
  upload(content: string | Uint8Array<ArrayBuffer>): Promise<ReadTable>;
  run(form: object, token?: string): ReturnType<typeof callApi<ImportTask>>;
  /** Imports a table with the proposed mapping of its columns. */
  importTable(content: string | Uint8Array<ArrayBuffer>, more?: object): Promise<ImportTask>;
  rowsOf(taskID: string, more?: string): Promise<ImportedRow[]>;
  undo(taskID: string, token?: string): ReturnType<typeof callApi<ImportTask>>;
  leads(where: string, values: readonly unknown[]): Promise<Row[]>;
  /** Runs the job until nothing is left to do. */
  work(taskID: string): Promise<void>;
  close(): Promise<void>;
}

/** A server of leads and imports with an organisation, whose owner imports by default. */
export async function openLeadImportBench(): Promise<LeadImportBench> {
  const base = await createTestDatabase();
  const imports = importsModule(base.platform, [leadImport()]);
  const app = await serveModules(base.platform, [leadsModule(base.platform), imports]);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const place = await buildOrganization(base.db);
  const as: LeadImportBench["as"] = (role, at = place) => signInAs(base.db, at, { role });
  const owner = await as("owner");
  const send: LeadImportBench["send"] = async <Result>(
    content: string | Uint8Array<ArrayBuffer>,
    given: { token?: string; fields?: Record<string, string>; name?: string } = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(given.fields ?? {})) form.set(name, value);
    form.set("file", new Blob([content]), given.name ?? "名單.csv");
    const answer = await fetch(`${url}/api_users/Member/UploadLeadsFile`, {
      method: "POST",
      headers: { accesstoken: given.token ?? owner.token, "accept-language": "zh-TW" },
      body: form,
    });
    return (await answer.json()) as Envelope<Result>;
  };
  const run: LeadImportBench["run"] = (form, token = owner.token) =>
    callApi<ImportTask>(app, "POST /api_users/Member/ImportCSVLeadInfo", {
      token,
      body: { branchID: place.branchIds[0], ...form },
    });
  const upload: LeadImportBench["upload"] = async (content) => good(await send(content));
  return {
    ...{ base, app, place, owner, as, send, run, upload },
    async importTable(content, more = {}) {
      const { fileID, mapping } = await upload(content);
      return good((await run({ fileID, mapping, ...more })).body);
    },
    async rowsOf(taskID, more = "") {
      const address = `GET /api_users/Member/ImportRows?taskID=${taskID}&pageSize=100${more}` as const;
      return good((await callApi<{ list: ImportedRow[] }>(app, address, owner)).body).list;
    },
    undo: (taskID, token = owner.token) =>
      callApi<ImportTask>(app, "POST /api_users/Member/UndoImport", { token, body: { taskID } }),
    leads: async (where, values) =>
      (await base.owner.query(`select * from lead where ${where} order by lead_id`, [...values])).rows,
    async work(taskID) {
      const data = { organizationId: place.organizationId, runId: taskID };
      do {
        base.enqueued.length = 0;
        await imports.jobs?.[0]?.run(data, new AbortController().signal);
      } while (base.enqueued.length > 0);
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
