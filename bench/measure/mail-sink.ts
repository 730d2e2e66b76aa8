import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server in a process of its own that accepts everything and stores nothing. It sends its parent the port. */
const server = new SMTPServer({
  disabledCommands: ["STARTTLS", "AUTH"],
  onData(stream, _session, answer) {
    stream.resume();
    stream.on("end", () => answer());
  },
});
const listening = server.listen(0, "127.0.0.1");
await once(listening, "listening");
process.send?.((listening.address() as AddressInfo).port);
