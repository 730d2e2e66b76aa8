import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Chromium {
  executablePath: string;
  /** Environment variables that the process needs. */
  env: Record<string, string>;
}

const systemChromium = "/usr/bin/chromium";
const unpacked = fileURLToPath(new URL("../../node_modules/.cache/homeroom-chromium", import.meta.url));

/**
 * The browser of the tests: CHROMIUM_PATH, or the one in an npm package, so that all machines have the same one and npm
 * alone installs it. It is headless and uses a third less processor time than a full Chromium. Where the package does not
 * run, the system's browser is used.
 */
export async function findChromium(): Promise<Chromium> {
  const isPackaged = process.platform === "linux" && process.arch === "x64";
  const wanted = process.env["CHROMIUM_PATH"] ?? (isPackaged ? "npm" : systemChromium);
  if (wanted !== "npm") return { executablePath: wanted, env: {} };
  if (!existsSync(unpacked)) await unpack();
  return {
    executablePath: join(unpacked, "chromium"),
    // The package contains the libraries that a machine without a desktop lacks, and a font.
    env: {
      LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
      ...(existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: join(unpacked, "fonts") }),
    },
  };
}

/** Unpacks to a folder beside the target and then renames it: another run may do the same, or be killed half-way. */
async function unpack(): Promise<void> {
  await mkdir(dirname(unpacked), { recursive: true });
  const folder = await mkdtemp(`${unpacked}-`);
  await runUnpacking(folder);
  await rename(folder, unpacked).catch(async (error: NodeJS.ErrnoException) => {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  });
}

/** The package unpacks into the temporary folder, and its libraries only if it detects its usual environment. */
function runUnpacking(folder: string): Promise<void> {
  const script = `import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())`;
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--eval", script], { cwd: import.meta.dirname, env, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("Chromium could not be unpacked"))));
  });
}
