import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openMailer, type SmtpAccount, SmtpFailure } from "./smtp-account.ts";

/** A mailer to a server that does this with each connection. */
async function mailerTo(serve: (socket: Socket) => void, security: SmtpAccount["security"] = "none") {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    serve(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port");
  const from = { username: "", password: "", sender: "centre@school.test", senderName: "" };
  const account = { server: "127.0.0.1", port: address.port, security, ...from };
  const mailer = await openMailer(account, { insideAllowed: true });
  onTestFinished(async () => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
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

/** Speaks SMTP; `answer` may say something else to what the client said, or close the connection. */
function speak(socket: Socket, answer: (said: string) => string | null | undefined): void {
  let isLetter = false;
  socket.write("220 ready\r\n");
  socket.on("data", (data) => {
    const said = String(data);
    if (isLetter && !said.endsWith("\r\n.\r\n")) return;
    const reply = answer(isLetter ? "letter" : said);
    isLetter = said.startsWith("DATA");
    if (reply === null) socket.destroy();
    else socket.write(`${reply ?? (isLetter ? "354 go on" : "250 fine")}\r\n`);
  });
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

test("a refusal of one reader is not about the connection", async () => {
  const refuse = (said: string) => (said.startsWith("RCPT") ? "550 5.1.1 No such user" : undefined);
  const mailer = await mailerTo((socket) => speak(socket, refuse));
  expect(await mailer.send()).toMatchObject({ status: 550, isUnsent: true, isOfConnection: false });
});

test("a server that hangs up before its greeting has taken nothing", async () => {
  const mailer = await mailerTo((socket) => socket.end());
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: true });
});

test("a server that does not speak TLS has taken nothing", async () => {
  const mailer = await mailerTo((socket) => socket.write("220 ready\r\n"), "tls");
  expect(await mailer.send()).toMatchObject({ status: null, reason: "encryption", isUnsent: true });
});

test("a kept connection that is dropped before the next letter has taken nothing of it", async () => {
  let letters = 0;
  const dropSecond = (said: string) => {
    if (said.startsWith("MAIL")) letters += 1;
    return said.startsWith("MAIL") && letters > 1 ? null : undefined;
  };
  const mailer = await mailerTo((socket) => speak(socket, dropSecond));
  expect(await mailer.send()).toBe("taken");
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: true });
});

test("a connection that breaks after the letter leaves it unsure", async () => {
  const mailer = await mailerTo((socket) => speak(socket, (said) => (said === "letter" ? null : undefined)));
  expect(await mailer.send()).toMatchObject({ status: null, isUnsent: false });
});
