import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { keysOfStoredFiles } from "#modules/files/public";
import { placeFor, removeOldBackups } from "#platform/backup/backup-folder";
import { keyMarkOf } from "#platform/backup/lock";
import { makeBackup } from "#platform/backup/make-backup";
import { findSecretKey } from "#platform/config/secret-key";
import { backupFolderOf, readSettings } from "#platform/config/settings";
import { createFileStore } from "#platform/files/configured-file-store";
import { onOwnDatabase } from "./own-database.ts";
import { productVersion } from "./product-version.ts";

/** `npm run backup`, which the server also starts at BACKUP_AT: writes the database and files into one file of a folder. */
await onOwnDatabase(async (ownerUrl) => {
  const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
  const settings = readSettings(process.env, false);
  const folder = to === undefined ? backupFolderOf(settings) : resolve(to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parts = {
    ownerUrl,
    files: createFileStore(settings),
    fileKeys: keysOfStoredFiles,
    release: productVersion,
    keyMark: keyMarkOf(await findSecretKey(settings)),
  };
  const { file, unfinished } = await placeFor(folder, new Date());
  const { rows, files, missingFiles } = await makeBackup(parts, file, unfinished);
  await removeOldBackups(folder, settings.BACKUP_KEEP);
  console.log(`Backed up: ${rows} rows and ${files} files are in ${file}. SECRET_KEY is not in it: keep it elsewhere.`);
  if (missingFiles.length > 0)
    console.error(
      `${missingFiles.length} files were lost before: the file store does not have ${missingFiles.slice(0, 3).join(", ")}.`,
    );
});
