import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FileId } from "@homeroom/contract/ids";
import { Client } from "pg";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { backupLock } from "#platform/backup/lock";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationScope, type Scope } from "#platform/db/scope";
import { removeFiles, removeFilesByIds, removeLeftBytes } from "./actions/remove-files.ts";
import { storeFile } from "./actions/store-file.ts";

const base = prepareDatabase();
let scope: Scope;

beforeAll(async () => {
  scope = organizationScope((await buildOrganization(base.db)).organizationId);
});

test("removing a file removes its row and its bytes", async () => {
  const [first, second] = [await keep("first"), await keep("second")];
  await removeFilesByIds(base.platform, scope, [first.id]);
  await expect(bytesOf(first.key)).rejects.toThrow(/no file/);
  expect(await bytesOf(second.key)).toBe("second");
  expect(await removeFiles(base.platform, scope)).toBe(1);
  await expect(bytesOf(second.key)).rejects.toThrow(/no file/);
  expect(await left()).toEqual([]);
});

test("a running backup can still copy the bytes, which the next sweep after it removes", async () => {
  const { id, key } = await keep("wanted");
  const backup = new Client({ connectionString: base.access.ownerUrl });
  await backup.connect();
  await backup.query("select pg_advisory_lock($1)", [backupLock]);
  await removeFilesByIds(base.platform, scope, [id]);
  await removeLeftBytes(base.platform);
  expect(await bytesOf(key)).toBe("wanted");
  await backup.query("select pg_advisory_unlock($1)", [backupLock]);
  await backup.end();
  expect(await removeLeftBytes(base.platform)).toBe(false);
  await expect(bytesOf(key)).rejects.toThrow(/no file/);
  expect(await left()).toEqual([]);
});

async function keep(content: string): Promise<{ id: FileId; key: string }> {
  const path = join(base.platform.settings.DATA_DIR, "incoming");
  await writeFile(path, content);
  const given = { path, name: "a.txt", contentType: "text/plain", size: content.length, createdBy: null };
  const { file_id: id, storage_key: key } = await storeFile(base.platform, scope, given);
  return { id, key: key ?? "" };
}

async function bytesOf(key: string): Promise<string> {
  return (await buffer(await base.platform.files.open(key))).toString();
}

async function left(): Promise<unknown[]> {
  return (await base.owner.query("select storage_key from removed_file")).rows;
}
