import { resolve } from "node:path";

/** The addresses of the parts of a running Homeroom. */
export interface Addresses {
  host: string;
  port: number;
  sandboxPort: number;
  dataDir: string;
}

type Env = NodeJS.ProcessEnv;

// The sandbox replaces all of them; each address keeps the provider's path.
const providerPaths = {
  WHATSAPP_API_URL: "",
  META_API_URL: "/meta",
  META_LOGIN_URL: "/meta",
  VOLCENGINE_API_URL: "/ocean",
  VOLCENGINE_LOGIN_URL: "/ocean",
  LINE_API_URL: "",
  LINE_DATA_API_URL: "",
  LINE_CONVERSION_API_URL: "",
  LINE_LIFF_URL: "/liff",
  LINE_LIFF_SDK_URL: "/liff/sdk.js",
  OPENAI_API_URL: "/v1",
  DIFY_API_URL: "/v1",
  ARK_API_URL: "/api/v3",
  PAYPAL_API_URL: "",
  SHOPLINE_API_URL: "",
  ECPAY_API_URL: "",
  ECPAY_INVOICE_URL: "",
  BACKUP_API_URL: "/backup",
};

/** The sandbox's app at Meta. */
const metaApp = {
  META_APP_ID: "400000000000009",
  META_APP_SECRET: "demo-meta-app-secret",
  META_VERIFY_TOKEN: "demo-meta-verify-token",
};

/** Test numbers of the sandbox that no branch of the demo has, for a new organisation. */
const trialNumbers = [
  "400000000000001:demo-app-secret:200000000000001:300000000000001:demo-access-token",
  ["100000000000002", "100000000000003", "100000000000004", "100000000000005"].join("|"),
].join(":");

/** The sandbox's app at Volcengine's advertising. */
const volcengineApp = { VOLCENGINE_APP_ID: "1700000000000009", VOLCENGINE_APP_SECRET: "demo-volcengine-app-secret" };

/** The server's address for a browser on this machine. */
export function serverAddress({ host, port }: Addresses): string {
  return `http://${reachable(host)}:${port}`;
}

/** The address of the sandbox, whose first page is the customer's phone. */
export function sandboxAddress(addresses: Addresses): string {
  return `http://127.0.0.1:${addresses.sandboxPort}`;
}

/** The sandbox's mail server uses the port after the sandbox's; 0 means any free port. */
function mailPort({ sandboxPort }: Addresses): number {
  return sandboxPort && sandboxPort + 1;
}

/** Settings of the server: from the environment, with defaults for the demo on the sandbox. */
export function serverSettings(addresses: Addresses, env: Env): Env {
  const providers = Object.entries(providerPaths).map(([name, path]) => [name, sandboxAddress(addresses) + path]);
  const own = {
    DEMO: "on",
    DEMO_SMTP_PORT: env["SANDBOX_SMTP_PORT"] || String(mailPort(addresses) || ""),
    ARK_API_KEY: "ark-demo-key",
    WHATSAPP_TRIAL_NUMBERS: trialNumbers,
    ...metaApp,
    ...volcengineApp,
    ...Object.fromEntries(providers),
  } as Env;
  const fixed = { HOST: addresses.host, PORT: String(addresses.port), DATA_DIR: addresses.dataDir };
  return { ...own, ...given(env), ...fixed };
}

/** Settings of the sandbox: it calls back to the server and keeps its chats in the data folder. */
export function sandboxSettings(addresses: Addresses, env: Env): Env {
  const own = {
    WEBHOOK_BASE: serverAddress(addresses),
    SANDBOX_DATA_DIR: resolve(addresses.dataDir, "sandbox"),
    MAIL_DIR: resolve(addresses.dataDir, "mail"),
    // The demo's conversations are in the database: the sandbox has not seen them and must not treat their windows as
    // closed.
    SANDBOX_STRANGERS: "open",
    SANDBOX_SMTP_PORT: String(mailPort(addresses)),
  };
  return { ...own, ...given(env), SANDBOX_PORT: String(addresses.sandboxPort) };
}

// An empty variable counts as not set, as in the server's own settings.
function given(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
}

function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
