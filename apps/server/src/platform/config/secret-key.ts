import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Settings, SettingsError } from "./settings.ts";

/** The 32 bytes of SECRET_KEY; without the setting (never when serving) made once and kept in DATA_DIR, readable by us alone. */
export async function readSecretKey(settings: Settings): Promise<Buffer> {
  if (settings.SECRET_KEY) return Buffer.from(settings.SECRET_KEY, "base64");
  const path = join(settings.DATA_DIR, "secret.key");
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    // "wx": of two processes that start together, one makes the key and the other reads it.
    const file = await open(path, "wx", 0o600);
    await file.writeFile(randomBytes(32).toString("base64"));
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readKeyFile(path);
}

/** The key that is in use, as `readSecretKey` finds it; throws SettingsError instead of making one. */
export async function findSecretKey(settings: Settings): Promise<Buffer> {
  if (settings.SECRET_KEY) return Buffer.from(settings.SECRET_KEY, "base64");
  const path = join(settings.DATA_DIR, "secret.key");
  if (existsSync(path)) return readKeyFile(path);
  throw new SettingsError(`Setting SECRET_KEY is missing, and there is no ${path}.`);
}

async function readKeyFile(path: string): Promise<Buffer> {
  const key = Buffer.from(await readFile(path, "utf8"), "base64");
  if (key.length !== 32)
    throw new SettingsError(`Setting SECRET_KEY is wrong: ${path} does not hold 32 bytes in base64.`);
  return key;
}
