import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ReadableMail, readMail } from "@homeroom/sandbox/control/read-mail";
import { until } from "./until.ts";

/** The mails to an address that a product without a mail server has written, newest first. */
async function mailsTo(dataDir: string, address: string): Promise<ReadableMail[]> {
  const folder = join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\w.*\.eml$/.test(name));
  const mails = await Promise.all(names.sort().map(async (name) => readMail(await readFile(join(folder, name)))));
  return mails.filter(({ to }) => to.toLowerCase().includes(address.toLowerCase())).reverse();
}

/** Waits for a mail to an address whose subject contains these words; returns the newest one. */
export function mailTo(dataDir: string, address: string, subject: string): Promise<ReadableMail> {
  const find = async () => (await mailsTo(dataDir, address)).find((mail) => mail.subject.includes(subject));
  return until(`a mail about ${subject} to ${address}`, find);
}

/** The six digits in a mail. */
export function codeIn({ text }: ReadableMail): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}
