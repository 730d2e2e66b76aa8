import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;

/**
 * Lets a sender whose call was answered early finish sending, for only then do browsers read the answer; a sender that
 * goes on for too long is cut off.
 */
export function drainRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  // A call that a test injects has no connection that could go on sending.
  if (!(socket instanceof Socket)) return;
  const bytesBefore = socket.bytesRead;
  const since = performance.now();
  request.unpipe();
  request.resume();
  const watch = setInterval(() => {
    const tooMuch = socket.bytesRead - bytesBefore > mostBytes || performance.now() - since > longestMs;
    if (tooMuch) socket.destroy();
    if (tooMuch || request.complete || request.destroyed || socket.destroyed) clearInterval(watch);
  }, 200);
  watch.unref();
}
