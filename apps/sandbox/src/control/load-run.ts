import type { Channel } from "../whatsapp/channel.ts";
import { messagesEnvelope } from "../whatsapp/envelope.ts";
import type { Customer } from "../whatsapp/phone-book.ts";
import { wireMessage } from "../whatsapp/receive-from-customer.ts";
import type { Delivery } from "../whatsapp/webhook-queue.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";

export interface LoadPlan {
  channel: Channel;
  /** Messages per second. */
  rate: number;
  count: number;
  /** How many different people write them. */
  customers: number;
  /** Messages in one webhook body. */
  batch: number;
  text: string;
}

export interface LoadProgress {
  state: "running" | "done" | "stopped";
  wanted: number;
  posted: number;
  accepted: number;
  givenUp: number;
  seconds: number;
  acceptedPerSecond: number;
  /** Milliseconds until the webhook was answered. */
  p50: number;
  p95: number;
  p99: number;
}

export interface LoadRun {
  progress(): LoadProgress;
  stop(): void;
}

const TICK_MS = 10;
/** From +852 6 000 0000: a range of a million Hong Kong mobile numbers. */
const FIRST_NUMBER = 85_260_000_000;

/** Sends customers' messages at a steady rate until all are posted, and measures the answers. */
export function startLoad(sandbox: WhatsAppSandbox, plan: LoadPlan): LoadRun {
  const people = Array.from({ length: plan.customers }, (_, index) => loadCustomer(sandbox, index));
  const sizes = new Map<number, number>();
  const durations: number[] = [];
  const started = performance.now();
  let finished = 0;
  let posted = 0;
  let accepted = 0;
  let givenUp = 0;
  let state: LoadProgress["state"] = "running";

  const onSettled = (delivery: Delivery) => {
    const size = sizes.get(delivery.id);
    if (size === undefined) return;
    sizes.delete(delivery.id);
    if (delivery.state === "delivered") accepted += size;
    else givenUp += size;
    durations.push(delivery.took ?? 0);
    if (accepted + givenUp < plan.count) return;
    finished = performance.now();
    state = "done";
    stopFollowing();
  };
  const stopFollowing = sandbox.webhooks.onSettled(onSettled);
  const timer = setInterval(() => {
    const due = Math.min(plan.count, Math.floor(((performance.now() - started) / 1_000) * plan.rate));
    while (posted < due) {
      const size = Math.min(plan.batch, plan.count - posted);
      const delivery = postBatch(sandbox, plan, people, { from: posted, size });
      sizes.set(delivery.id, size);
      posted += size;
    }
    if (posted >= plan.count) clearInterval(timer);
  }, TICK_MS);

  return {
    progress() {
      const seconds = ((finished || performance.now()) - started) / 1_000;
      const sorted = durations.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return {
        state,
        wanted: plan.count,
        posted,
        accepted,
        givenUp,
        seconds: Math.round(seconds * 1_000) / 1_000,
        acceptedPerSecond: Math.round(accepted / seconds),
        p50: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
      };
    },
    stop() {
      clearInterval(timer);
      stopFollowing();
      if (state === "running") state = "stopped";
    },
  };
}

function postBatch(
  sandbox: WhatsAppSandbox,
  plan: LoadPlan,
  people: readonly Customer[],
  { from, size }: { from: number; size: number },
): Delivery {
  const batch = Array.from({ length: size }, (_, offset) => {
    const customer = people[(from + offset) % people.length] as Customer;
    const draft = { type: "text" };
    const message = wireMessage(customer, draft, { text: { body: `${plan.text} ${from + offset + 1}` } });
    sandbox.chats.open(plan.channel.phoneNumberId, customer).lastInboundAt = Date.now();
    return { customer, message };
  });
  return sandbox.webhooks.post(plan.channel, messagesEnvelope(plan.channel, batch), "message load");
}

function loadCustomer(sandbox: WhatsAppSandbox, index: number): Customer {
  const phone = String(FIRST_NUMBER + index);
  return sandbox.phoneBook.find(phone) ?? sandbox.phoneBook.add({ name: `Load ${index + 1}`, phone, origin: "load" });
}
