import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serveSmtp, speakSmtp } from "./for-tests.ts";
import { openMailer, type SmtpAccount, SmtpFailure } from "./smtp-account.ts";

/** A mailer to a server that does this with each connection. */
async function mailerTo(serve: (socket: Socket) => void, security: SmtpAccount["security"] = "none") {
  const server = await serveSmtp(serve);
  onTestFinished(server.close);
  const from = { username: "", password: "", sender: "centre@school.test", senderName: "" };
  const account = { server: "127.0.0.1", port: server.port, security, ...from };
  const mailer = await openMailer(account, { insideAllowed: true });
  onTestFinished(() => mailer.close());
  return {
    async send(): Promise<SmtpFailure | "taken"> {
      try {
        const texts = { subject: "暑期班", text: "開始報名", html: "<p>開始報名</p>" };
        await mailer.send({
          ...texts,
          recipient: "a@b.test",
          messageId: "homeroom.1.1@school.test",
          unsubscribe: null,
        });
        return "taken";
      } catch (error) {
        if (error instanceof SmtpFailure) return error;
        throw error;
      }
    },
  };
}

test.each([
  { greeting: "554 5.7.1 No service for you", status: 554 },
  { greeting: "421 4.3.2 Too many connections", status: 421 },
])(
  "a greeting that refuses is about the connection and not about the letter: $greeting",
  async ({ greeting, status }) => {
    const mailer = await mailerTo((socket) => socket.end(`${greeting}\r\n`));
    expect(await mailer.send()).toMatchObject({ status, isUnsent: true, isOfConnection: true });
  },
);

test("a refusal of one recipient does not concern the connection", async () => {
  const refuse = (said: string) => (said.startsWith("RCPT") ? "550 5.1.1 No such user" : undefined);
  const mailer = await mailerTo((socket) => speakSmtp(socket, refuse));
  expect(await mailer.send()).toMatchObject({ status: 550, isUnsent: true, isOfConnection: false });
});

test("a server that disconnects before its greeting has accepted nothing", async () => {
  const mailer = await mailerTo((socket) => socket.end());
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: true });
});

test("a server without TLS has accepted nothing", async () => {
  const mailer = await mailerTo((socket) => socket.write("220 ready\r\n"), "tls");
  expect(await mailer.send()).toMatchObject({ status: null, reason: "encryption", isUnsent: true });
});

test("a reused connection that is dropped before the next mail has not accepted it", async () => {
  let letters = 0;
  const dropSecond = (said: string) => {
    if (said.startsWith("MAIL")) letters += 1;
    return said.startsWith("MAIL") && letters > 1 ? null : undefined;
  };
  const mailer = await mailerTo((socket) => speakSmtp(socket, dropSecond));
  expect(await mailer.send()).toBe("taken");
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: true });
});

test("a connection that breaks after the mail leaves it unsure", async () => {
  const mailer = await mailerTo((socket) => speakSmtp(socket, (said) => (said === "letter" ? null : undefined)));
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: false });
});
