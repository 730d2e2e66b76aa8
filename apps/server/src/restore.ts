import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { restoreBackup } from "#platform/backup/restore-backup";
import { findSecretKey } from "#platform/config/secret-key";
import { readSettings } from "#platform/config/settings";
import { createFileStore } from "#platform/files/configured-file-store";
import { onOwnDatabase } from "./own-database.ts";

const [, , file] = process.argv;

/** `npm run restore -- <file>`: a backup into an empty database and the file store that the settings name. */
if (file === undefined) {
  console.error("npm run restore -- <file>\n\nDATABASE_URL says into which database, otherwise a new one in DATA_DIR.");
  process.exitCode = 2;
} else {
  await mkdir(process.env["DATA_DIR"] || "./data", { recursive: true, mode: 0o711 });
  await onOwnDatabase((ownerUrl) => restore(ownerUrl, resolve(file)), { make: true });
}

async function restore(ownerUrl: string, from: string): Promise<void> {
  const settings = readSettings(process.env, false);
  const secretKey = await findSecretKey(settings);
  const folder = join(settings.DATA_DIR, "files", "uploads");
  const { rows, files, missingFiles } = await restoreBackup(
    { ownerUrl, secretKey, files: createFileStore(settings), folder },
    from,
  );
  console.log(`Restored: ${rows} rows and ${files} files. Start Homeroom with the same SECRET_KEY.`);
  if (missingFiles.length > 0) console.error(`${missingFiles.length} files were lost before the backup was made.`);
}
