import type { EmailContent } from "@homeroom/contract/email-templates";
import type { FileId } from "@homeroom/contract/ids";
import { fileAddressFor, filesByIds } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { type CompiledMail, compileMail } from "../rules/compile-mail.ts";

const day = 24 * 3_600_000;
/** People read mails again years later. */
const picturesForMs = 5 * 365 * day;

/** A template as a mail with unfilled placeholders, with addresses of its pictures that stay valid that long. */
export async function writeMail(
  platform: Platform,
  scope: Scope,
  content: EmailContent,
  forMs = picturesForMs,
): Promise<CompiledMail> {
  const ids = content.blocks.flatMap((block): FileId[] => (block.type === "image" ? [block.fileID] : []));
  const files = await inTransaction(platform.db, scope, (tx) => filesByIds(tx, scope, ids));
  const pictures = [...files.values()].flatMap((file) => {
    const address = fileAddressFor(platform, file, forMs);
    return address ? [[file.file_id, address] as const] : [];
  });
  return compileMail(content, Object.fromEntries(pictures));
}
