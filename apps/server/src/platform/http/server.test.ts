import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { closePromptly } from "./server.ts";

test("a server closes despite an idle connection, and lets a running call finish", async () => {
  const app = fastify();
  closePromptly(app);
  const called = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  app.get("/", async () => {
    called.resolve();
    await mayAnswer.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  const silentEnded = once(silent, "close");
  await once(silent, "connect");
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await called.promise;

  const start = performance.now();
  const closed = app.close();
  await silentEnded;
  mayAnswer.resolve();
  expect(await (await answer).text()).toBe("done");
  await closed;
  // Node by itself waits sixty seconds.
  expect(performance.now() - start).toBeLessThan(30_000);
});
