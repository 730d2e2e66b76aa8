import { startEmbeddedPostgres } from "./launcher.ts";

// What the tests run as a process of its own: `program-for-tests.ts <data folder> <system folder> [exit|throw]`.
const [, , dataDir = "", systemFolder = "", ending] = process.argv;
const lines: string[] = [];
const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
try {
  const { ownerUrl, location } = await startEmbeddedPostgres({ dataDir, systemFolder, log });
  process.stdout.write(`${JSON.stringify({ ownerUrl, location, lines })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ name: (error as Error).name, message: (error as Error).message })}\n`);
  process.exit(1);
}
if (ending === "exit") process.exit(0);
if (ending === "throw") throw new Error("on purpose");
setInterval(() => undefined, 60_000);
