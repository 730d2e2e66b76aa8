import { Agent, request } from "node:http";
import { percentile } from "./figures.ts";

export interface Call {
  /** POST where it is left out. */
  method?: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Answer {
  status: number;
  body: Buffer;
}

/** The measurements of callers: calls answered a second, and milliseconds until the answer. */
export interface Load {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  calls: number;
}

/** Keeps connections to a port of this machine open and makes calls over them. */
export function openCaller(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = ({ method = "POST", path, headers, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { port, agent, path, method, headers: { ...headers, "content-length": body.length } };
      const sent = request({ host: "127.0.0.1", ...options }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return { call, close: () => agent.destroy() };
}

/**
 * Several callers, each calling again as soon as it is answered, for some time after a short warm-up. Throws at the first
 * answer other than 200, since refusals are fast.
 */
export async function callInTurns(
  port: number,
  load: { callers: number; seconds: number; next: (index: number) => Call },
): Promise<Load> {
  const { call, close } = openCaller(port, load.callers);
  let index = 0;
  const turns = async (until: number, times: number[]) => {
    while (performance.now() < until) {
      const one = load.next(index++);
      const start = performance.now();
      const { status, body } = await call(one);
      times.push(performance.now() - start);
      if (status !== 200) throw new Error(`${one.path} was answered with ${status}: ${body.toString().slice(0, 300)}`);
    }
  };
  const together = async (seconds: number) => {
    const times: number[] = [];
    const start = performance.now();
    await Promise.all(Array.from({ length: load.callers }, () => turns(start + seconds * 1000, times)));
    return { times, seconds: (performance.now() - start) / 1000 };
  };
  await together(Math.min(3, load.seconds / 2));
  const { times, seconds } = await together(load.seconds);
  close();
  return { ...spread(times), perSecond: times.length / seconds, calls: times.length };
}

/** Percentiles of some times. */
export function spread(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) };
}
