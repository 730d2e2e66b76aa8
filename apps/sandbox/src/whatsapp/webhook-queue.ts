import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Channel } from "./channel.ts";
import { signBody, toMetaJson } from "./signed-json.ts";
import { createTimers } from "./timers.ts";

export interface Delivery {
  id: number;
  at: number;
  phoneNumberId: string;
  /** A description for people: "message text", "status read". */
  about: string;
  url: string;
  body: string;
  state: "waiting" | "delivered" | "given up";
  attempts: number;
  /** HTTP status of the last attempt; 0 when there was no answer. */
  lastStatus?: number;
  lastError?: string;
  /** Duration of the last attempt in milliseconds. */
  took?: number;
}

export interface WebhookQueueOptions {
  /** Pauses before the second, third, … attempt. The delivery is given up when the attempt after the last pause fails. */
  retryDelaysMs: readonly number[];
  timeoutMs: number;
  maxAtOnce: number;
}

const MOST_REMEMBERED = 500;

interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

interface Posting {
  delivery: Delivery;
  appSecret: string;
  /** There was no connection: retry as soon as the receiver is back. */
  unreachable: boolean;
}

/** Signs and posts webhooks; retries with growing pauses until the answer is 200 or the last retry has failed. */
export class WebhookQueue {
  readonly #options: WebhookQueueOptions;
  readonly #agents: Agents;
  readonly #timers = createTimers();
  readonly #paused = new Set<Posting>();
  readonly #open = new Set<Posting>();
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #remembered: Posting[] = [];
  #due: Posting[] = [];
  #head = 0;
  #running = 0;
  #lastId = 0;
  #stopped = false;

  constructor(options: WebhookQueueOptions) {
    this.#options = options;
    this.#agents = {
      http: new HttpAgent({ keepAlive: true, maxSockets: options.maxAtOnce }),
      https: new HttpsAgent({ keepAlive: true, maxSockets: options.maxAtOnce }),
    };
  }

  post(channel: Channel, payload: unknown, about: string): Delivery {
    return this.postBody(channel, toMetaJson(payload), about);
  }

  /** Posts a body exactly as it is. */
  postBody(channel: Channel, body: string, about: string): Delivery {
    const delivery: Delivery = {
      id: ++this.#lastId,
      at: Date.now(),
      phoneNumberId: channel.phoneNumberId,
      about,
      url: channel.webhookUrl,
      body,
      state: "waiting",
      attempts: 0,
    };
    const posting = { delivery, appSecret: channel.appSecret, unreachable: false };
    this.#remembered.push(posting);
    if (this.#remembered.length > MOST_REMEMBERED * 2) this.#remembered.splice(0, MOST_REMEMBERED);
    this.#enqueue(posting);
    return delivery;
  }

  /** Posts a settled or paused delivery again and resets its attempts. */
  resend(id: number): boolean {
    const posting = this.#remembered.find((one) => one.delivery.id === id);
    if (posting === undefined) return false;
    // A delivery that is due or being sent needs nothing more.
    if (posting.delivery.state === "waiting" && !this.#paused.delete(posting)) return true;
    posting.delivery.state = "waiting";
    posting.delivery.attempts = 0;
    this.#enqueue(posting);
    return true;
  }

  /** Newest first. */
  recent(): Delivery[] {
    const postings = this.#remembered.slice(-MOST_REMEMBERED);
    return postings.map((posting) => posting.delivery).reverse();
  }

  waiting(): number {
    return this.#open.size;
  }

  /** Bodies that were not accepted yet, to be saved for the next start. */
  unfinished(): { phoneNumberId: string; body: string; about: string }[] {
    return [...this.#open].map(({ delivery: { phoneNumberId, body, about } }) => ({ phoneNumberId, body, about }));
  }

  /** Calls the listener when a delivery was accepted or given up; returns a function that removes it. */
  onSettled(listener: (delivery: Delivery) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#timers.stop();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #enqueue(posting: Posting): void {
    this.#open.add(posting);
    this.#due.push(posting);
    this.#pump();
  }

  #pump(): void {
    while (!this.#stopped && this.#running < this.#options.maxAtOnce) {
      const posting = this.#due[this.#head];
      if (posting === undefined) break;
      this.#head += 1;
      this.#running += 1;
      void this.#attempt(posting);
    }
    if (this.#head < 1_000) return;
    this.#due = this.#due.slice(this.#head);
    this.#head = 0;
  }

  async #attempt(posting: Posting): Promise<void> {
    const { delivery } = posting;
    delivery.attempts += 1;
    const started = performance.now();
    const outcome = await send(posting, this.#agents, this.#options.timeoutMs);
    this.#running -= 1;
    if (this.#stopped) return;
    delivery.took = Math.round((performance.now() - started) * 10) / 10;
    delivery.lastStatus = outcome.status;
    if (outcome.error === undefined) delete delivery.lastError;
    else delivery.lastError = outcome.error;
    posting.unreachable = outcome.status === 0;
    if (outcome.status === 200) {
      this.#settle(posting, "delivered");
      this.#wakeUnreachable(delivery.url);
    } else {
      this.#pause(posting);
    }
    this.#pump();
  }

  #pause(posting: Posting): void {
    const pause = this.#options.retryDelaysMs[posting.delivery.attempts - 1];
    if (pause === undefined) return this.#settle(posting, "given up");
    this.#paused.add(posting);
    this.#timers.later(pause, () => {
      if (this.#paused.delete(posting)) this.#enqueue(posting);
    });
  }

  /** The receiver is back: webhooks that failed to connect do not wait out their pause. */
  #wakeUnreachable(url: string): void {
    for (const posting of this.#paused) {
      if (!posting.unreachable || posting.delivery.url !== url) continue;
      this.#paused.delete(posting);
      this.#due.push(posting);
    }
  }

  #settle(posting: Posting, state: "delivered" | "given up"): void {
    posting.delivery.state = state;
    this.#open.delete(posting);
    for (const listener of this.#listeners) listener(posting.delivery);
  }
}

function send(posting: Posting, agents: Agents, timeoutMs: number): Promise<{ status: number; error?: string }> {
  const { url, body } = posting.delivery;
  const secure = url.startsWith("https:");
  const request = secure ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: "POST",
      agent: secure ? agents.https : agents.http,
      timeout: timeoutMs,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "facebookexternalua",
        "x-hub-signature-256": signBody(body, posting.appSecret),
      },
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", (failure) => resolve({ status: 0, error: failure.message }));
    outgoing.on("response", (answer) => {
      answer.on("error", () => undefined);
      answer.on("close", () => resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0 }));
      answer.resume();
    });
    outgoing.end(body);
  });
}
