import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SandboxLog } from "./whatsapp/whatsapp-sandbox.ts";

const SAVE_MS = 1_000;
/** Saving takes at most this share of the time, regardless of how much there is to write. */
const SAVE_SHARE = 0.02;

export interface KeptFile<Kept> {
  /** The state saved by an earlier run; undefined at the first start. */
  read(): Promise<Kept | undefined>;
  /** Schedules a save; many changes share one. */
  changed(): void;
  /** Saves a last time. */
  close(): Promise<void>;
}

/** A file with the state of one stand-in; `now` returns the state to save. */
export function keptFile<Kept extends { version: 1 }>(file: string, now: () => Kept, log: SandboxLog): KeptFile<Kept> {
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let pause = SAVE_MS;
  const save = () => {
    timer = undefined;
    saving = saving
      .then(async () => {
        const started = performance.now();
        await write(file, now());
        pause = Math.max(SAVE_MS, (performance.now() - started) / SAVE_SHARE);
      })
      .catch((failure: unknown) => log.warn({ err: failure, file }, "the sandbox's chats could not be kept"));
  };
  return {
    read: () => read<Kept>(file, log),
    changed() {
      timer ??= setTimeout(save, pause);
    },
    async close() {
      clearTimeout(timer);
      save();
      await saving;
    },
  };
}

async function read<Kept extends { version: 1 }>(file: string, log: SandboxLog): Promise<Kept | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Kept;
    if (kept.version === 1) return kept;
  } catch {
    // Moved aside below, like a file of another version.
  }
  await rename(file, `${file}.unreadable`);
  log.warn({ file }, "the sandbox's chats could not be read and were put aside");
  return undefined;
}

/** Writes a temporary file and renames it, so that an interruption leaves the last complete file. */
async function write(file: string, kept: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(kept));
  await rename(`${file}.new`, file);
}
