import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Settings } from "#platform/config/settings";

/** A composed mail to be sent. */
export interface Letter {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address for unsubscribing with one click (RFC 8058); null or missing if the mail is not from a subscription. */
  readonly unsubscribe?: string | null;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
}

/** Sends a letter. Throws when that fails. */
export type Carrier = (letter: Letter) => Promise<void>;

/** By SMTP_URL where there is one; otherwise each mail is written as .eml into DATA_DIR/mail. */
export function createCarrier(settings: Pick<Settings, "SMTP_URL" | "DATA_DIR" | "PUBLIC_URL">): Carrier {
  const from = { name: "Homeroom", address: senderAddress(settings) };
  if (settings.SMTP_URL) {
    const transport = createTransport(
      { url: settings.SMTP_URL, connectionTimeout: 10_000, socketTimeout: 30_000 },
      { from },
    );
    return async (letter) => void (await transport.sendMail(contentOf(letter)));
  }
  const folder = join(settings.DATA_DIR, "mail");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" }, { from });
  return async (letter) => {
    const { message } = await composer.sendMail(contentOf(letter));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.eml`;
    // Readers of the folder never see half a mail.
    await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, name));
  };
}

function contentOf({ recipient, subject, text, html, unsubscribe = null }: Letter) {
  return { to: recipient, subject, text, html, headers: unsubscribeHeaders(unsubscribe) };
}

/** The headers by which mail programs offer to unsubscribe. */
export function unsubscribeHeaders(address: string | null): Record<string, string> {
  return address ? { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {};
}

/** The sender: the mail server's user, otherwise no-reply at the product's own host. */
function senderAddress({ SMTP_URL, PUBLIC_URL }: Pick<Settings, "SMTP_URL" | "PUBLIC_URL">): string {
  const user = SMTP_URL ? decodeURIComponent(new URL(SMTP_URL).username) : "";
  if (user.includes("@")) return user;
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : "homeroom.test";
  return `no-reply@${host}`;
}
