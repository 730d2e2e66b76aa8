import { existsSync, readlinkSync } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocalFileStore } from "./file-store.ts";

let folder: string;
const centre = v7();
const file = v7();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "homeroom-files-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

test("a file is synced before its folder, and both before it counts as stored", async () => {
  const temporary = join(folder, "temporary");
  await writeFile(temporary, "bytes");
  const handle = await open(temporary);
  const flushed: { path: string; isStored: boolean }[] = [];
  vi.spyOn(Object.getPrototypeOf(handle), "sync").mockImplementation(function (this: { fd: number }) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    flushed.push({ path, isStored: existsSync(join(folder, "kept", centre, file)) });
  });
  await handle.close();
  await createLocalFileStore(join(folder, "kept")).put(`${centre}/${file}`, temporary);
  expect(flushed).toEqual([
    { path: temporary, isStored: false },
    { path: join(folder, "kept", centre), isStored: true },
    { path: folder, isStored: true },
  ]);
  expect(await readFile(join(folder, "kept", centre, file), "utf8")).toBe("bytes");
});
