import { join } from "node:path";
import type { CatalogueProduct } from "./catalogue/catalogues.ts";
import { keptFile } from "./kept-file.ts";
import type { Chat } from "./whatsapp/chats.ts";
import { resumeLives } from "./whatsapp/message-life.ts";
import type { Customer } from "./whatsapp/phone-book.ts";
import type { Template } from "./whatsapp/templates.ts";
import type { WhatsAppSandbox } from "./whatsapp/whatsapp-sandbox.ts";

interface StoredSandbox {
  version: 1;
  customers: Customer[];
  chats: Chat[];
  media: (Omit<ReturnType<WhatsAppSandbox["media"]["all"]>[number], "sha256"> & { sha256: string })[];
  templates: Template[];
  products?: CatalogueProduct[];
  webhooks: { phoneNumberId: string; body: string; about: string }[];
}

const MOST_WEBHOOKS = 2_000;

/** Restores the state of an earlier run from the folder, and saves it from then on. `close` saves a last time. */
export async function keepOnDisk(sandbox: WhatsAppSandbox, folder: string): Promise<{ close(): Promise<void> }> {
  const file = keptFile<StoredSandbox>(join(folder, "whatsapp.json"), () => keptOf(sandbox), sandbox.log);
  bringBack(sandbox, await file.read());
  sandbox.news.listen(() => file.changed());
  return file;
}

function bringBack(sandbox: WhatsAppSandbox, kept: StoredSandbox | undefined): void {
  if (kept === undefined) return;
  sandbox.phoneBook.clear();
  sandbox.phoneBook.restore(kept.customers);
  sandbox.chats.restore(kept.chats);
  sandbox.media.restore(kept.media.map((media) => ({ ...media, sha256: Buffer.from(media.sha256, "hex") })));
  const accounts = new Set(sandbox.channels.all.map((channel) => channel.businessAccountId));
  const known = kept.templates.filter((template) => accounts.has(template.businessAccountId));
  if (known.length > 0) sandbox.templates.restore(known);
  sandbox.catalogues.restore(kept.products ?? []);
  for (const { phoneNumberId, body, about } of kept.webhooks) {
    const channel = sandbox.channels.byPhoneNumberId(phoneNumberId);
    if (channel !== undefined) sandbox.webhooks.postBody(channel, body, about);
  }
  resumeLives(sandbox);
}

function keptOf(sandbox: WhatsAppSandbox): StoredSandbox {
  const customers = sandbox.phoneBook.list();
  const known = new Set(customers.map((customer) => customer.id));
  return {
    version: 1,
    customers,
    chats: sandbox.chats.all().filter((chat) => known.has(chat.customerId)),
    media: sandbox.media.all().map((media) => ({ ...media, sha256: media.sha256.toString("hex") })),
    templates: sandbox.templates.all(),
    products: sandbox.catalogues.all(),
    webhooks: sandbox.webhooks.unfinished().slice(-MOST_WEBHOOKS),
  };
}
