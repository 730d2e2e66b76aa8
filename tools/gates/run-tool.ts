import { spawn } from "node:child_process";
import { totalmem } from "node:os";
import { join } from "node:path";

export interface ToolResult {
  code: number;
  stdout: string;
  stderr: string;
}

const repository = join(import.meta.dirname, "../..");

/**
 * The compiler and the linter are written in Go and end within a minute: they collect garbage only above a quarter of the
 * memory, which saves a quarter of their time.
 */
const rarelyCollecting = { GOGC: "off", GOMEMLIMIT: String(Math.floor(totalmem() / 4)) };

/**
 * Runs an npm program (`typescript/bin/tsc`) on this Node, in `folder`, and waits for it. A program that finds faults
 * returns an exit code; it does not throw.
 */
export function runTool(program: string, args: readonly string[], folder: string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const path = join(repository, "node_modules", program);
    const env = { ...process.env, ...rarelyCollecting };
    const child = spawn(process.execPath, [path, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, ...output }));
  });
}

/** The JSON output of a tool, or its own message as an error if it could not run. */
export function readJsonOutput(program: string, { stdout, stderr }: ToolResult): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${program} did not run: ${(stderr || stdout).trim().slice(0, 2000)}`);
  }
}
