import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A local mail server that does this with each connection. */
export async function serveSmtp(
  serve: (socket: Socket) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    serve(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port");
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

type Answer = string | null | undefined;

/**
 * Speaks SMTP and accepts every letter. `answer` may return another reply to a command (`letter` for a letter), or null
 * to close the connection, at once or later.
 */
export function speakSmtp(socket: Socket, answer: (said: string) => Answer | Promise<Answer> = () => undefined): void {
  let isLetter = false;
  let letter = "";
  socket.write("220 ready\r\n");
  const hear = async (said: string) => {
    // A letter arrives in pieces; its end may come separately.
    letter = isLetter ? letter + said : "";
    if (isLetter && !letter.endsWith("\r\n.\r\n")) return;
    const reply = await answer(isLetter ? "letter" : said);
    isLetter = !isLetter && said.startsWith("DATA");
    if (reply === null) socket.destroy();
    else socket.write(`${reply ?? (isLetter ? "354 go on" : "250 fine")}\r\n`);
  };
  socket.on("data", (data) => void hear(String(data)));
}
