import { type AddressInfo, createServer } from "node:net";

/** A port that cannot be used; the message is one line that says what to do. */
class PortError extends Error {}

/** The port of `setting`, after checking that it is free; any free port for 0. Throws PortError naming the setting. */
export async function claimPort(setting: string, wanted: string, host: string): Promise<number> {
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PortError(`Setting ${setting} is wrong: ${wanted} is no port number.`);
  }
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => reject(refusal(setting, port, error)));
    server.listen(port, host, () => {
      const { port: claimed } = server.address() as AddressInfo;
      server.close(() => resolve(claimed));
    });
  });
}

function refusal(setting: string, port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === "EADDRINUSE") {
    return new PortError(
      `Port ${port} is taken: stop what uses it, or choose another (${setting}=${port + 1} npm start).`,
    );
  }
  if (error.code === "EACCES") {
    return new PortError(`Port ${port} needs more rights than this user has: choose one above 1023 with ${setting}.`);
  }
  return new PortError(`Setting HOST is wrong: nothing can listen there (${error.message}).`);
}
