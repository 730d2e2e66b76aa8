import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/**
 * Below the range that the system assigns to connections and to servers that listen on any port: such a server could take
 * the port while the intended server is still starting, and answer in its place.
 */
const [lowest, highest] = [10_240, 32_767];

/** A port on which nothing listens, and which no other test of the run gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** Whether no test of the run has asked for this port before. */
function claim(port: number): boolean {
  const folder = process.env["HOMEROOM_TEST_FOLDER"];
  if (!folder) return true;
  const claims = join(folder, "ports");
  mkdirSync(claims, { recursive: true });
  try {
    writeFileSync(join(claims, String(port)), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
