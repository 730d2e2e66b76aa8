import { isRefusedData } from "#platform/db/failures";
import type { Database } from "#platform/db/transaction";
import { type NewDelivery, storeDeliveries } from "./actions/store-deliveries.ts";

/** Stores the deliveries of webhooks. */
export interface DeliveryIntake {
  /** Resolves once the deliveries are committed; duplicates are ignored. */
  append(deliveries: readonly NewDelivery[]): Promise<void>;
}

const gatherForMs = 2;
const maxAtOnce = 200;

interface WaitingDeliveries {
  deliveries: readonly NewDelivery[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Group commit: deliveries of concurrent webhooks that arrive within two milliseconds, or during a commit, share one
 * statement and one disk flush. One statement at a time keeps the arrival order.
 */
export function createDeliveryIntake(
  db: Database,
  store: (db: Database, deliveries: readonly NewDelivery[]) => Promise<void> = storeDeliveries,
): DeliveryIntake {
  let waiting: WaitingDeliveries[] = [];
  let running = false;

  const run = async () => {
    running = true;
    await new Promise((resolve) => setTimeout(resolve, gatherForMs));
    while (waiting.length > 0) await storeTogether(takeBatch());
    running = false;
  };
  const takeBatch = (): WaitingDeliveries[] => {
    let size = 0;
    const isFull = waiting.findIndex((one) => (size += one.deliveries.length) > maxAtOnce);
    const batch = isFull < 0 ? waiting : waiting.slice(0, Math.max(isFull, 1));
    waiting = waiting.slice(batch.length);
    return batch;
  };
  const storeTogether = async (batch: WaitingDeliveries[]) => {
    try {
      await store(
        db,
        batch.flatMap((one) => one.deliveries),
      );
      for (const one of batch) one.resolve();
    } catch (error) {
      // A row that fails must not fail the other webhooks in its batch.
      const separately = batch.length > 1 && isRefusedData(error);
      for (const one of batch) {
        if (separately) await storeTogether([one]);
        else one.reject(error);
      }
    }
  };

  return {
    append(deliveries) {
      if (deliveries.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ deliveries, resolve, reject });
        if (!running) void run();
      });
    },
  };
}
