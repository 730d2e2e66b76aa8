import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Sends server-sent events, one after the other; `cut` closes the connection after them instead of ending the answer. */
export function sendEvents(reply: FastifyReply, lines: readonly string[], { cut = false } = {}): FastifyReply {
  void reply.header("content-type", "text/event-stream; charset=utf-8");
  return reply.send(cut ? cutAfter(lines) : Readable.from(lines));
}

/** Sends the beginning of an answer and then closes the connection. */
export function sendCut(reply: FastifyReply, beginning: string): FastifyReply {
  return reply.header("content-type", "application/json").send(cutAfter([beginning]));
}

const cutMs = 50;

/** The given text, followed by a broken connection. */
function cutAfter(pieces: readonly string[]): Readable {
  async function* saying() {
    yield* pieces;
    await new Promise((resolve) => setTimeout(resolve, cutMs));
    throw new Error("The sandbox was told to cut the line.");
  }
  return Readable.from(saying());
}
