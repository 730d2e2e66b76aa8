import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Call, openCaller } from "./callers.ts";
import type { BenchDatabase } from "./database.ts";
import { type Program, startReference, startServer } from "./programs.ts";

/** A call of the session with `token`. */
export interface RecordedCall {
  token: string;
  method: "GET" | "POST";
  path: string;
  body: Record<string, unknown>;
}

export function callTo({ token, method, path, body }: RecordedCall): Call {
  const isPost = method === "POST";
  return {
    method,
    path,
    headers: { accesstoken: token, ...(isPost && { "content-type": "application/json" }) },
    body: isPost ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0),
  };
}

/** The same call in the form for the bare server. */
export function callToBare(call: RecordedCall): Call {
  const headers = { "content-type": "application/json" };
  return { method: "POST", path: "/call", headers, body: Buffer.from(JSON.stringify(call)) };
}

/** The reference: a bare server that answers these calls with the statements that the product sends for them. */
export async function startBareServer({ access }: BenchDatabase, calls: readonly RecordedCall[]): Promise<Program> {
  const work = mkdtempSync(join(tmpdir(), "homeroom-bench-"));
  const recorded = join(work, "recorded.json");
  writeFileSync(recorded, JSON.stringify(await record(access.ownerUrl, calls, join(work, "statements"))));
  const bare = await startReference(join(import.meta.dirname, "../people-lists/bare-server.ts"), {
    DATABASE_URL: access.applicationUrl,
    RECORDED: recorded,
  });
  return {
    ...bare,
    async stop() {
      await bare.stop();
      await rm(work, { recursive: true, force: true });
    },
  };
}

/** Makes each call to the product once and records its statements. */
async function record(ownerUrl: string, all: readonly RecordedCall[], file: string): Promise<Record<string, string>> {
  writeFileSync(file, "");
  const preload = new URL("../lead-list/record-statements.ts", import.meta.url).href;
  const env = { RECORD_STATEMENTS: file };
  const server = await startServer({ ownerUrl, process: "api", serve: true, preload, env });
  const { call, close } = openCaller(server.port, 1);
  const recorded: Record<string, string> = {};
  for (const asked of all) {
    truncateSync(file);
    const { status, body } = await call(callTo(asked));
    if (status !== 200) throw new Error(`${asked.path} was answered with ${status}: ${body.toString().slice(0, 300)}`);
    recorded[JSON.stringify(asked)] = readFileSync(file, "utf8");
  }
  close();
  await server.stop();
  return recorded;
}
