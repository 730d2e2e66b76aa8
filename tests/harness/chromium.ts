import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Chromium {
  executablePath: string;
  /** What the process needs in its environment. */
  env: Record<string, string>;
}

const systemChromium = "/usr/bin/chromium";
const unpacked = fileURLToPath(new URL("../../node_modules/.cache/homeroom-chromium", import.meta.url));

/**
 * The browser of the tests: CHROMIUM_PATH, or the one inside an npm package, so that no step outside npm is needed and all
 * machines have the same. It has no window of its own and takes a third less of the processor than a whole Chromium. Where
 * the package does not run, the system's.
 */
export async function findChromium(): Promise<Chromium> {
  const isPackaged = process.platform === "linux" && process.arch === "x64";
  const wanted = process.env["CHROMIUM_PATH"] ?? (isPackaged ? "npm" : systemChromium);
  if (wanted !== "npm") return { executablePath: wanted, env: {} };
  if (!existsSync(unpacked)) await unpack();
  return {
    executablePath: join(unpacked, "chromium"),
    // The package brings the libraries that a machine without a desktop does not have, and a font.
    env: {
      LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
      ...(existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: join(unpacked, "fonts") }),
    },
  };
}

/** Unpacks beside the place and moves it there whole: another run may be doing the same, or be killed half-way. */
async function unpack(): Promise<void> {
  await mkdir(dirname(unpacked), { recursive: true });
  const folder = await mkdtemp(`${unpacked}-`);
  await runUnpacking(folder);
  await rename(folder, unpacked).catch(async (error: NodeJS.ErrnoException) => {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  });
}

/** The package unpacks into the temporary folder, and its libraries only where it believes to be in its usual surroundings. */
function runUnpacking(folder: string): Promise<void> {
  const script = `import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())`;
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--eval", script], { cwd: import.meta.dirname, env, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("Chromium could not be unpacked"))));
  });
}
