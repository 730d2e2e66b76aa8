import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chat } from "./whatsapp/chats.ts";
import { resumeLives } from "./whatsapp/message-life.ts";
import type { Customer } from "./whatsapp/phone-book.ts";
import type { Template } from "./whatsapp/templates.ts";
import type { WhatsAppSandbox } from "./whatsapp/whatsapp-sandbox.ts";

interface Kept {
  version: 1;
  customers: Customer[];
  chats: Chat[];
  media: (Omit<ReturnType<WhatsAppSandbox["media"]["all"]>[number], "sha256"> & { sha256: string })[];
  templates: Template[];
  webhooks: { phoneNumberId: string; body: string; about: string }[];
}

const SAVE_MS = 1_000;
/** Saving may take this share of the time at most, however much there is to write. */
const SAVE_SHARE = 0.02;
const MOST_WEBHOOKS = 2_000;

/** Brings back what an earlier run kept in the folder, and keeps it from then on. `close` saves a last time. */
export async function keepOnDisk(sandbox: WhatsAppSandbox, folder: string): Promise<{ close(): Promise<void> }> {
  const file = join(folder, "whatsapp.json");
  await mkdir(folder, { recursive: true });
  await bringBack(sandbox, file);
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let pause = SAVE_MS;
  const save = () => {
    timer = undefined;
    saving = saving
      .then(async () => {
        const started = performance.now();
        await write(file, sandbox);
        pause = Math.max(SAVE_MS, (performance.now() - started) / SAVE_SHARE);
      })
      .catch((failure: unknown) => {
        sandbox.log.warn({ err: failure, file }, "the sandbox's chats could not be kept");
      });
  };
  sandbox.news.listen(() => {
    timer ??= setTimeout(save, pause);
  });
  return {
    async close() {
      clearTimeout(timer);
      save();
      await saving;
    },
  };
}

async function bringBack(sandbox: WhatsAppSandbox, file: string): Promise<void> {
  const kept = await read(sandbox, file);
  if (kept === undefined) return;
  sandbox.phoneBook.clear();
  sandbox.phoneBook.restore(kept.customers);
  sandbox.chats.restore(kept.chats);
  sandbox.media.restore(kept.media.map((media) => ({ ...media, sha256: Buffer.from(media.sha256, "hex") })));
  const accounts = new Set(sandbox.channels.all.map((channel) => channel.businessAccountId));
  const known = kept.templates.filter((template) => accounts.has(template.businessAccountId));
  if (known.length > 0) sandbox.templates.restore(known);
  for (const { phoneNumberId, body, about } of kept.webhooks) {
    const channel = sandbox.channels.byPhoneNumberId(phoneNumberId);
    if (channel !== undefined) sandbox.webhooks.postBody(channel, body, about);
  }
  resumeLives(sandbox);
}

async function read(sandbox: WhatsAppSandbox, file: string): Promise<Kept | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Kept;
    if (kept.version === 1) return kept;
  } catch {
    // Put aside below, like a file of another version.
  }
  await rename(file, `${file}.unreadable`);
  sandbox.log.warn({ file }, "the sandbox's chats could not be read and were put aside");
  return undefined;
}

/** Writes beside and renames, so that a stop in the middle leaves the last whole file. */
async function write(file: string, sandbox: WhatsAppSandbox): Promise<void> {
  const customers = sandbox.phoneBook.list();
  const known = new Set(customers.map((customer) => customer.id));
  const kept: Kept = {
    version: 1,
    customers,
    chats: sandbox.chats.all().filter((chat) => known.has(chat.customerId)),
    media: sandbox.media.all().map((media) => ({ ...media, sha256: media.sha256.toString("hex") })),
    templates: sandbox.templates.all(),
    webhooks: sandbox.webhooks.unfinished().slice(-MOST_WEBHOOKS),
  };
  await writeFile(`${file}.new`, JSON.stringify(kept));
  await rename(`${file}.new`, file);
}
