import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, rename, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { SMTPServer } from "smtp-server";
import type { SandboxLog } from "../whatsapp/whatsapp-sandbox.ts";

interface MailServerOptions {
  host: string;
  port: number;
  /** The folder for mails as .eml; without it they are discarded. */
  mailDir?: string;
  log: SandboxLog;
}

interface RunningMailServer {
  port: number;
  close(): Promise<void>;
}

/** The credentials that are accepted. */
export const mailAccount = { username: "demo", password: "demo-smtp-password" } as const;

/**
 * A mail server that stores accepted mails for the page. Refuses a wrong password, and receivers whose address begins with
 * `refused`. Resolves to undefined when the port is taken: the rest of the sandbox runs without it.
 */
export async function startMailServer({
  host,
  port,
  mailDir,
  log,
}: MailServerOptions): Promise<RunningMailServer | undefined> {
  const server = new SMTPServer({
    // No client would trust a self-signed certificate.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      const isRight = username === mailAccount.username && password === mailAccount.password;
      if (isRight) answer(null, { user: username });
      else answer(refusal(535, "5.7.8 Username and password not accepted"));
    },
    onRcptTo({ address }, _session, answer) {
      if (address.startsWith("refused")) answer(refusal(550, "5.1.1 No such user here"));
      else answer();
    },
    onData(stream, _session, answer) {
      keep(stream, mailDir).then(
        () => answer(),
        (error: Error) => answer(error),
      );
    },
  });
  try {
    const listening = server.listen(port, host);
    await once(listening, "listening");
    server.on("error", (error) => log.warn({ error }, "a mail failed"));
    return {
      port: (listening.address() as AddressInfo).port,
      close: () => new Promise((resolve) => server.close(() => resolve())),
    };
  } catch (error) {
    log.warn({ error, port }, "no mail server");
    return undefined;
  }
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

async function keep(stream: Readable, mailDir: string | undefined): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  if (mailDir === undefined) return;
  const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.eml`;
  await mkdir(mailDir, { recursive: true });
  // Readers of the folder never see a half-written mail.
  await writeFile(join(mailDir, `.${name}`), Buffer.concat(parts));
  await rename(join(mailDir, `.${name}`), join(mailDir, name));
}
