import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSettings, SettingsError } from "@homeroom/server/platform/config/settings";
import { createTestDatabase } from "@homeroom/server/platform/db/embedded/for-tests";
import { afterAll, beforeAll, expect, test } from "vitest";

const main = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));

/** An invalid value for every setting that can be invalid by itself. */
const wrong: Record<string, string> = {
  PORT: "eighty",
  PUBLIC_URL: "homeroom",
  DOCUMENTS_URL: "data:text/html,documents",
  PAGES_URL: "pages",
  PAGES_PORT: "0",
  TRUST_PROXY: "everyone",
  PROCESS: "both",
  DATABASE_URL: "mysql://localhost/homeroom",
  REDIS_URL: "here",
  SECRET_KEY: "c2hvcnQ=",
  FILES_S3_ENDPOINT: "bucket",
  SMTP_URL: "mail server",
  LOG_LEVEL: "loud",
  LOGIN_CAPTCHA: "no",
  CAPTCHA_TEST_HOOK: "true",
  RATE_LIMITS: "0",
  DEMO: "1",
  DEMO_SMTP_PORT: "smtp",
  DATABASE_POOL: "1",
  WHATSAPP_API_URL: "graph",
  WHATSAPP_TRIAL_NUMBERS: "1:2",
  VOLCENGINE_API_URL: "ocean",
  VOLCENGINE_LOGIN_URL: "login",
  VOLCENGINE_APP_ID: "app",
  VOLCENGINE_APP_SECRET: "short",
  META_API_URL: "graph",
  META_LOGIN_URL: "login",
  META_APP_ID: "app",
  META_APP_SECRET: "short",
  META_VERIFY_TOKEN: "short",
  LINE_API_URL: "line",
  LINE_DATA_API_URL: "line",
  LINE_CONVERSION_API_URL: "line",
  LINE_LIFF_URL: "liff",
  LINE_LIFF_SDK_URL: "sdk.js",
  OPENAI_API_URL: "openai",
  DIFY_API_URL: "dify",
  ARK_API_URL: "ark",
  ARK_API_KEY: "short",
  ARK_IMAGE_MODELS: "v4=seedream",
  PAYPAL_API_URL: "paypal",
  SHOPLINE_API_URL: "shopline",
  ECPAY_API_URL: "ecpay",
  ECPAY_INVOICE_URL: "ecpay",
  BACKUP_API_URL: "backup",
  BACKUP_AT: "3 o'clock",
  BACKUP_KEEP: "0",
};

/** Settings that accept any text. */
const free = ["HOST", "DATA_DIR", "FILES_S3_REGION", "BACKUP_DIR", "serving"];

const production = {
  SECRET_KEY: randomBytes(32).toString("base64"),
  PUBLIC_URL: "https://homeroom.example",
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "homeroom-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function refusal(environment: Record<string, string | undefined>, serving: boolean): string {
  try {
    readSettings(environment, serving);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return "none";
}

/** Starts the server as an operator would; it must exit by itself. */
function start(environment: Record<string, string>, ...args: string[]) {
  const cache = join(folder, "compiled");
  const env = { PATH: process.env["PATH"], DATA_DIR: folder, NODE_COMPILE_CACHE: cache, ...environment };
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], { env });
  return { status, said: stderr.toString().trim().split("\n"), out: stdout.toString() };
}

test.each(Object.entries(wrong))("a wrong %s is named in one line", (name, value) => {
  const said = refusal({ [name]: value }, false);
  expect(said).toContain(`Setting ${name} `);
  expect(said).not.toContain("\n");
  expect(said).not.toContain(value.length > 6 ? value : "\n");
});

test("every setting has an invalid value here", () => {
  const known = Object.keys(readSettings({}, false)).filter((name) => !free.includes(name));
  expect(known.filter((name) => !(name in wrong))).toEqual([]);
});

test.each(Object.keys(production))("production does not start without %s", (name) => {
  expect(refusal({ ...production, [name]: undefined }, true)).toContain(`Setting ${name} is missing`);
  expect(refusal({ ...production, [name]: "" }, true)).toContain(`Setting ${name} is missing`);
});

test.each([
  ["LOGIN_CAPTCHA", "off"],
  ["RATE_LIMITS", "off"],
  ["CAPTCHA_TEST_HOOK", "on"],
  ["DEMO", "on"],
  ["SECRET_KEY", Buffer.alloc(32, 1).toString("base64")],
  ["SECRET_KEY", Buffer.from("homeroom-homeroom-homeroom-home-").toString("base64")],
])("production does not start with %s %s", (name, value) => {
  expect(refusal(production, true)).toBe("none");
  expect(refusal({ ...production, [name]: value }, true)).toContain(`Setting ${name} is wrong`);
});

test("the server ends with that line and nothing else, before it changes anything", () => {
  expect(start({ PORT: "eighty" })).toMatchObject({
    status: 1,
    said: [expect.stringContaining("Setting PORT ")],
    out: "",
  });
  expect(start({}, "--serve")).toMatchObject({ status: 1, said: [expect.stringContaining("Setting SECRET_KEY ")] });
});

test("an unreachable database is reported in one line without its password", async () => {
  const { status, said } = start({ DATABASE_URL: "postgres://owner:geheim12@127.0.0.1:9/homeroom" });
  expect(status).toBe(1);
  expect(said.join("\n")).not.toContain("geheim12");
  expect(said.length).toBe(1);
});

test("a port in use is reported in one line", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  const port = address && typeof address === "object" ? String(address.port) : "";
  const database = await createTestDatabase();
  const { status, said } = start({ PORT: port, DATABASE_URL: database.url });
  taken.close();
  await database.drop();
  expect(status).toBe(1);
  expect(said.join("\n")).toContain(port);
  expect(said.length).toBe(1);
});
