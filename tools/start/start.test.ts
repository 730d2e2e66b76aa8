import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { claimPort } from "./free-port.ts";
import { sandboxSettings, serverSettings } from "./programs.ts";
import { buildWebApp } from "./web-build.ts";

const addresses = { host: "127.0.0.1", port: 8080, sandboxPort: 8090, dataDir: "/srv/homeroom" };

test("a free port is used as it is, and any free port for 0", async () => {
  const any = await claimPort("PORT", "0", "127.0.0.1");
  expect(any).toBeGreaterThan(0);
  expect(await claimPort("PORT", String(any), "127.0.0.1")).toBe(any);
});

test("a port that is taken ends the start with one line that names it", async () => {
  const port = await takePort();
  const { code, stderr } = await runStart({ PORT: String(port), SANDBOX_PORT: "0" });
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${port} is taken: stop what uses it, or choose another (PORT=${port + 1} npm start).\n`);
});

test.each(["x", "70000", "-1", "1.5"])("%j is no port", async (wanted) => {
  await expect(claimPort("PORT", wanted, "127.0.0.1")).rejects.toThrow(
    `Setting PORT is wrong: ${wanted} is no port number.`,
  );
});

test("the server uses the sandbox by default, and shows the demo", () => {
  const settings = serverSettings(addresses, { LINE_API_URL: "https://line.test", LOG_LEVEL: "", PORT: "1" });
  expect(settings).toMatchObject({
    DEMO: "on",
    PORT: "8080",
    DATA_DIR: "/srv/homeroom",
    WHATSAPP_API_URL: "http://127.0.0.1:8090",
    OPENAI_API_URL: "http://127.0.0.1:8090/v1",
    LINE_API_URL: "https://line.test",
  });
  expect(settings).not.toHaveProperty("LOG_LEVEL");
});

test("the demo sends its mails to the sandbox's own mail server, on whatever port", () => {
  const moved = { ...addresses, sandboxPort: 9120 };
  expect(sandboxSettings(moved, {})["SANDBOX_SMTP_PORT"]).toBe("9121");
  expect(serverSettings(moved, {})["DEMO_SMTP_PORT"]).toBe("9121");
  expect(serverSettings(moved, { SANDBOX_SMTP_PORT: "9300" })["DEMO_SMTP_PORT"]).toBe("9300");
});

test("the sandbox calls back to the server's address", () => {
  expect(sandboxSettings({ ...addresses, host: "0.0.0.0" }, {})).toMatchObject({
    SANDBOX_PORT: "8090",
    WEBHOOK_BASE: "http://127.0.0.1:8080",
  });
});

test("the web app is built when a source differs, not when only its date does", async () => {
  const root = temporaryFolder();
  const page = join(root, "apps/web/index.html");
  mkdirSync(join(root, "apps/web"), { recursive: true });
  writeFileSync(page, "<!doctype html><title>One</title>");
  expect(await buildWebApp(root)).toBe(true);
  utimesSync(page, new Date(), new Date());
  expect(await buildWebApp(root)).toBe(false);
  writeFileSync(page, "<!doctype html><title>Two</title>");
  expect(await buildWebApp(root)).toBe(true);
  expect(readFileSync(join(root, "apps/web/dist/index.html"), "utf8")).toContain("Two");
});

test("a web app that cannot be built does not count as built", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "apps/web"), { recursive: true });
  writeFileSync(join(root, "apps/web/index.html"), '<script type="module" src="/missing.ts"></script>');
  await expect(buildWebApp(root)).rejects.toThrow("The web app could not be built");
  await expect(buildWebApp(root)).rejects.toThrow("The web app could not be built");
});

test("a child ends with its starter, even if that was killed", async () => {
  const folder = temporaryFolder();
  const pidFile = join(folder, "pid");
  const program = join(folder, "program.mjs");
  writeFileSync(
    program,
    `import { writeFileSync } from "node:fs"; setInterval(() => {}, 1000); writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`,
  );
  const starter = `import { startChild } from ${JSON.stringify(join(import.meta.dirname, "child-program.ts"))}; startChild([${JSON.stringify(program)}], process.env, false);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", starter], { stdio: "ignore" });
  await expect.poll(() => readPid(pidFile)).toBeGreaterThan(0);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(readPid(pidFile))).toBe(false);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "homeroom-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function runStart(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const program = join(import.meta.dirname, "../start.ts");
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stderr };
}

function readPid(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
