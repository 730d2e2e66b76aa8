import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sharp } from "sharp";
import type { SeedKit } from "./kit.ts";

interface Picture {
  organizationId: string;
  fileId: string;
  /** Without the extension. */
  name: string;
  createdAt: Date;
}

/** Stores a drawn picture in its format. Returns its row of `stored_file`. */
export async function storePicture(kit: SeedKit, drawing: Sharp, picture: Picture) {
  const { organizationId, fileId, name, createdAt } = picture;
  const { data, info } = await drawing.toBuffer({ resolveWithObject: true });
  const path = join(kit.workFolder, fileId);
  const storageKey = `${organizationId}/${fileId}`;
  await writeFile(path, data);
  try {
    await kit.putFile(storageKey, path);
  } finally {
    await rm(path, { force: true });
  }
  return {
    ...{ organization_id: organizationId, file_id: fileId, storage_key: storageKey },
    ...{ name: `${name}.${info.format === "jpeg" ? "jpg" : info.format}`, content_type: `image/${info.format}` },
    ...{ size: data.length, width: info.width, height: info.height, created_at: createdAt.toISOString() },
  };
}
