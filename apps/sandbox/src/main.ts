import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepOnDisk } from "./keep-on-disk.ts";
import { keepLine } from "./line/keep-line.ts";
import { createLineSandbox } from "./line/line-sandbox.ts";
import { startMailServer } from "./mail/mail-server.ts";
import { buildServer } from "./server.ts";
import type { SandboxOptions } from "./settings.ts";
import { ownMachine, readSettings, writeLogLine } from "./settings.ts";
import { createWhatsAppSandbox, type WhatsAppSandbox } from "./whatsapp/whatsapp-sandbox.ts";

export interface RunningSandbox {
  url: string;
  /** Where the mail server listens; undefined without one. */
  smtpPort: number | undefined;
  close(): Promise<void>;
}

/** Starts the sandbox with its phone page; resolves once it answers. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const temporary = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), "homeroom-sandbox-")) : undefined;
  const sandbox = createWhatsAppSandbox({ ...options, mediaFolder: join(options.dataDir ?? temporary ?? "", "media") });
  followDeliveries(sandbox);
  const keeper = options.dataDir === undefined ? undefined : await keepOnDisk(sandbox, options.dataDir);
  const line = createLineSandbox({
    accounts: options.lineAccounts ?? [],
    log: options.log,
    strangersOpen: options.strangersOpen ?? false,
    ...(options.retryDelaysMs && { redeliverAfterMs: options.retryDelaysMs }),
  });
  const lineKeeper = options.dataDir === undefined ? undefined : await keepLine(line, options.dataDir);
  const server = await buildServer(sandbox, line, { mailDir: options.mailDir, shopUrl: options.shopUrl ?? ownMachine });
  await server.listen({ port: options.port, host: options.host });
  const mail =
    options.smtpPort === undefined ? undefined : await startMailServer({ ...options, port: options.smtpPort });
  const { port } = server.server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const url = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;
  options.log.info({ url }, "sandbox ready");
  return {
    url,
    smtpPort: mail?.port,
    async close() {
      await server.close();
      await mail?.close();
      sandbox.timers.stop();
      line.timers.stop();
      sandbox.webhooks.stop();
      sandbox.news.stop();
      await keeper?.close();
      await lineKeeper?.close();
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function runAsProgram(): Promise<void> {
  const running = await startSandbox({ ...readSettings(process.env), log: writeLogLine });
  process.send?.({ ready: true, url: running.url });
  let closing = false;
  const stop = () => {
    if (closing) return;
    closing = true;
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Started by another process of ours: do not outlive it.
  process.on("disconnect", stop);
}

if (import.meta.main) {
  runAsProgram().catch((failure: unknown) => {
    process.stderr.write(`sandbox: ${failure instanceof Error ? failure.message : String(failure)}\n`);
    process.exit(1);
  });
}

/** Sets the ticks of the customer's own messages: two when the business's server accepted the webhook, none if it never did. */
function followDeliveries(sandbox: WhatsAppSandbox): void {
  sandbox.webhooks.onSettled((delivery) => {
    sandbox.news.panelChanged();
    const messageId = sandbox.carried.get(delivery.id);
    if (messageId === undefined) return;
    sandbox.carried.delete(delivery.id);
    const found = sandbox.chats.message(messageId);
    if (found === undefined || found.message.state === "read") return;
    found.message.state = delivery.state === "delivered" ? "delivered" : "failed";
    sandbox.news.chatChanged(found.chat.customerId);
  });
}
