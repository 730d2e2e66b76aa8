import type { FastifyInstance, FastifyRequest } from "fastify";

/** How much of the time a process has worked for people. */
export interface BusyTime {
  /** Milliseconds up to now in which a call of the product was under way; two at once count once. */
  ms(): number;
  /** Follows the calls of a server from now on: providers' webhooks and files of the web app are not among them. */
  follow(app: FastifyInstance): void;
}

/** Starts at 0 ms and follows nothing yet. `now` is a clock in milliseconds that never goes back. */
export function busyTime(now: () => number = () => performance.now()): BusyTime {
  let underWay = 0;
  let since = 0;
  let passed = 0;
  const isCall = (url: string) => url.startsWith("/api_") && !url.startsWith("/api_webhook/");
  return {
    ms: () => passed + (underWay > 0 ? now() - since : 0),
    follow(app) {
      // A call that an earlier hook has refused is answered without having been counted.
      const counted = new WeakSet<FastifyRequest>();
      app.addHook("onRequest", async (request) => {
        if (!isCall(request.url)) return;
        counted.add(request);
        if (underWay === 0) since = now();
        underWay += 1;
      });
      app.addHook("onResponse", async (request) => {
        if (!counted.has(request)) return;
        underWay -= 1;
        if (underWay === 0) passed += now() - since;
      });
    },
  };
}
