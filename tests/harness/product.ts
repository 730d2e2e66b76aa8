import { type ChildProcess, spawn } from "node:child_process";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoLineAccount, lineWebhookPath } from "@homeroom/sandbox/line/account";
import { type RunningSandbox, startSandbox } from "@homeroom/sandbox/main";
import { metaApp } from "@homeroom/sandbox/meta/ready-business";
import { oceanApp } from "@homeroom/sandbox/ocean/ocean-routes";
import {
  createTestDatabase,
  prepareTemplate,
  type TestDatabase,
} from "@homeroom/server/platform/db/embedded/for-tests";
import { freePort } from "./free-port.ts";

/** The provider's ids of the demo organisation's WhatsApp number, and its secrets (which are public, as they are the demo's). */
export const demoNumber = {
  phoneNumberId: "100000000000001",
  displayPhoneNumber: "+852 3700 0001",
  businessAccountId: "200000000000001",
  appId: "400000000000001",
  catalogueId: "300000000000001",
  accessToken: "demo-access-token",
  appSecret: "demo-app-secret",
  verifyToken: "demo-verify-token",
  name: "Homeroom",
};

export interface Product {
  /** Address of the server; it survives restarts. */
  url: string;
  sandbox: RunningSandbox;
  dataDir: string;
  /** Owner's address of its database; empty when the server runs its own embedded one. */
  databaseUrl: string;
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again after `kill` or `stopServer`; resolves once /health answers 200, rejects if it ends before. */
  start(): Promise<void>;
  /** Asks the server to stop, as an operator would; resolves with its exit code. */
  stopServer(): Promise<number | null>;
  /** What the server has logged. */
  log(): string;
  /** Another process of the same product, with its own address and settings, over the same database; not yet started. */
  addServer(env?: Record<string, string>): Promise<AddedServer>;
  stop(): Promise<void>;
}

export type AddedServer = Pick<Product, "url" | "kill" | "start" | "stopServer">;

export interface ProductOptions {
  /**
   * `embedded`: as `npm start` runs it. `shared`: its own database on the test run's server, which starts faster: a copy of
   * one that is filled with the demo once per run.
   */
  database?: "embedded" | "shared";
  env?: Record<string, string>;
}

const serverEnvironment = {
  ...process.env,
  DEMO: "on",
  LOG_LEVEL: "info",
  // The copies of the demo contain secrets that were sealed by the server that filled the original.
  SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  // Servers are started hundreds of times from the same sources, so compiled code is cached.
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/homeroom-compiled", import.meta.url)),
};

const main = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));

/** The whole product with demo data on a free port: the server as a process of its own, the sandbox in this one. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "homeroom-product-"));
  // When root runs the tests, the database's own user needs access.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shared = options.database === "embedded" ? null : await createDemoDatabase();
  if (shared) await cp(join(demoFolder(), "files"), join(dataDir, "files"), { recursive: true });
  const sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    strangersOpen: true,
    // The kill tests count what reached a phone, however long they run.
    messagesPerChat: Number.POSITIVE_INFINITY,
    // Shorter than the real pauses, so that tests need not wait.
    retryDelaysMs: Array.from({ length: 500 }, (_, attempt) => Math.min(1000, 100 * (attempt + 1))),
    channels: [{ ...demoNumber, webhookUrl: `${url}/api_webhook/WhatsApp/Callback` }],
    lineAccounts: [{ ...demoLineAccount, webhookUrl: url + lineWebhookPath(demoLineAccount.channelId) }],
    shopUrl: url,
    smtpPort: 0,
    mailDir: join(dataDir, "mail"),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const env = {
    ...serverEnvironment,
    PORT: String(port),
    DATA_DIR: dataDir,
    CAPTCHA_TEST_HOOK: "on",
    WHATSAPP_API_URL: sandbox.url,
    OPENAI_API_URL: `${sandbox.url}/v1`,
    ARK_API_URL: `${sandbox.url}/api/v3`,
    ARK_API_KEY: "ark-demo-key",
    DIFY_API_URL: `${sandbox.url}/v1`,
    BACKUP_API_URL: `${sandbox.url}/backup`,
    LINE_API_URL: sandbox.url,
    LINE_DATA_API_URL: sandbox.url,
    LINE_CONVERSION_API_URL: sandbox.url,
    LINE_LIFF_URL: `${sandbox.url}/liff`,
    LINE_LIFF_SDK_URL: `${sandbox.url}/liff/sdk.js`,
    VOLCENGINE_API_URL: `${sandbox.url}/ocean`,
    VOLCENGINE_LOGIN_URL: `${sandbox.url}/ocean`,
    VOLCENGINE_APP_ID: oceanApp.appId,
    VOLCENGINE_APP_SECRET: oceanApp.appSecret,
    META_API_URL: `${sandbox.url}/meta`,
    META_LOGIN_URL: `${sandbox.url}/meta`,
    META_APP_ID: metaApp.appId,
    META_APP_SECRET: metaApp.appSecret,
    META_VERIFY_TOKEN: metaApp.verifyToken,
    PAYPAL_API_URL: sandbox.url,
    SHOPLINE_API_URL: sandbox.url,
    ECPAY_API_URL: sandbox.url,
    ECPAY_INVOICE_URL: sandbox.url,
    ...(shared && addressesOf(shared)),
    ...options.env,
  };
  const server = controlServer(url, env);
  await server.start();
  const added: AddedServer[] = [];
  return {
    url,
    sandbox,
    dataDir,
    databaseUrl: shared?.url ?? "",
    ...server,
    async addServer(more = {}) {
      const ownPort = await freePort();
      const ownUrl = `http://127.0.0.1:${ownPort}`;
      const one = { url: ownUrl, ...controlServer(ownUrl, { ...env, ...more, PORT: String(ownPort) }) };
      added.push(one);
      return one;
    },
    async stop() {
      await Promise.all(added.map((one) => one.stopServer()));
      await server.stopServer();
      await sandbox.close();
      await shared?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Through the pooler of the run, if there is one. */
function addressesOf({ url, pooledUrl }: TestDatabase): Record<string, string> {
  return pooledUrl === url ? { DATABASE_URL: url } : { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: url };
}

/** A database of its own that holds the demo. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  await prepareTemplate("demo", fillWithDemo);
  return createTestDatabase("demo");
}

async function fillWithDemo(databaseUrl: string): Promise<void> {
  const port = await freePort();
  const env = { ...serverEnvironment, PORT: String(port), DATA_DIR: demoFolder(), DATABASE_URL: databaseUrl };
  const server = controlServer(`http://127.0.0.1:${port}`, env);
  await server.start();
  await server.stopServer();
}

/** Where the run keeps the demo's files. */
function demoFolder(): string {
  const folder = process.env["HOMEROOM_TEST_FOLDER"];
  if (!folder) throw new Error("HOMEROOM_TEST_FOLDER is not set: tools/vitest-global-setup.ts sets it for a run.");
  return join(folder, "demo");
}

function controlServer(url: string, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | null = null;
  let log = "";

  const ended = (process: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      if (process.exitCode !== null || process.signalCode !== null) resolve(process.exitCode);
      else process.once("exit", (code) => resolve(code));
    });
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = null;
    if (!running) return null;
    running.kill(signal);
    return ended(running);
  };
  return {
    async start() {
      const started = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
      await waitForHealth(url, started, () => log);
    },
    kill: async () => void (await end("SIGKILL")),
    stopServer: () => end("SIGTERM"),
    log: () => log,
  };
}

async function waitForHealth(url: string, child: ChildProcess, log: () => string): Promise<void> {
  // A server that exits is reported at once; on a busy machine a start takes minutes.
  const until = Date.now() + 170_000;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`The server did not become healthy:\n${log().slice(-4000)}`);
}
