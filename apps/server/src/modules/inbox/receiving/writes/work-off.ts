import { setTimeout as sleep } from "node:timers/promises";
import { newTraceId, withTrace } from "#platform/log/trace";
import type { Inbox } from "../../inbox.ts";
import { processAlone, processGroup } from "./process-safely.ts";
import { goesAlone, hasOnlyStatuses, type LoadedDelivery, type Person, personKey, plainRun } from "./waiting-people.ts";

/** Concurrent batches of one process, each of a different organisation, and their size. */
const maxBatches = 3;
const maxInBatch = { words: 100, statuses: 600 };
/** How many deliveries one process handles outside of batches at a time. */
const maxConcurrentRetries = 6;
/** Pause after a database outage or a lock conflict. */
const coolMs = 100;

interface WorkHooks {
  isReading(): boolean;
  /** Called after progress, when there may be capacity for more. */
  onRoom(): void;
  onGivenBack(): void;
}

/**
 * Processes the loaded deliveries: those of one person sequentially, and plain ones of several people in batches by
 * organisation. Deliveries that arrive during a batch form the next one.
 */
export class WorkOff {
  readonly #inbox: Inbox;
  readonly #hooks: WorkHooks;
  /** Whether each is a status. */
  readonly #inHand = new Map<number, boolean>();
  #statuses = 0;
  readonly #people = new Map<string, Person>();
  /** People whose next delivery can start, longest wait first. */
  readonly #ready = { together: new Set<Person>(), alone: new Set<Person>() };
  /** Running batches by `groupKey`. */
  readonly #busy = new Set<string>();
  #batches = 0;
  #singles = 0;
  #stopped = false;

  constructor(inbox: Inbox, hooks: WorkHooks) {
    this.#inbox = inbox;
    this.#hooks = hooks;
  }

  /** The deliveries that are not done yet. */
  inHand(): number[] {
    return [...this.#inHand.keys()];
  }

  statusesInHand(): number {
    return this.#statuses;
  }

  wordsInHand(): number {
    return this.#inHand.size - this.#statuses;
  }

  take(deliveries: readonly LoadedDelivery[]): void {
    for (const one of deliveries) {
      const key = personKey(one);
      const { deliveryId, isStatus } = one.delivery;
      this.#inHand.set(deliveryId, isStatus);
      if (isStatus) this.#statuses += 1;
      const known = this.#people.get(key);
      if (known) {
        known.queue.push(one);
        continue;
      }
      const person = { key, organizationId: one.delivery.organizationId, queue: [one], alone: 0 };
      this.#people.set(key, person);
      this.#putReady(person);
    }
    this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    while (this.#batches + this.#singles > 0) await sleep(10);
  }

  #start(): void {
    while (!this.#stopped && this.#batches < maxBatches) {
      const group = this.#nextGroup();
      if (!group) break;
      this.#batches += 1;
      this.#busy.add(group.key);
      void withTrace(newTraceId(), () => this.#workTogether(group.people)).finally(() => {
        this.#batches -= 1;
        this.#busy.delete(group.key);
        this.#start();
        this.#hooks.onRoom();
      });
    }
    for (const person of this.#ready.alone) {
      if (this.#stopped || this.#singles >= maxConcurrentRetries) break;
      this.#ready.alone.delete(person);
      this.#singles += 1;
      void withTrace(newTraceId(), () => this.#workAlone(person)).finally(() => {
        this.#singles -= 1;
        this.#start();
        this.#hooks.onRoom();
      });
    }
  }

  /**
   * Inbound messages take precedence over statuses and never wait for a batch of statuses: each kind has batches of
   * its own.
   */
  #nextGroup(): { key: string; people: Person[] } | null {
    const { together } = this.#ready;
    const inTurn = [...together].sort((one, other) => Number(hasOnlyStatuses(one)) - Number(hasOnlyStatuses(other)));
    const first = inTurn.find((person) => !this.#busy.has(groupKey(person)));
    if (!first) return null;
    const key = groupKey(first);
    const people: Person[] = [];
    const most = mostTogether(first);
    let size = 0;
    for (const person of inTurn) {
      if (size >= most) break;
      if (groupKey(person) !== key) continue;
      together.delete(person);
      people.push(person);
      size += person.queue.length;
    }
    return { key, people };
  }

  async #workTogether(group: readonly Person[]): Promise<void> {
    let room = group[0] ? mostTogether(group[0]) : 0;
    const runs = group.map((person) => {
      const run = plainRun(person, Math.max(1, room));
      room -= run.length;
      return run;
    });
    const progress = await processGroup(this.#inbox, runs);
    for (const [index, person] of group.entries()) {
      const { done, alone, later } = progress[index] ?? { done: 0, alone: 0, later: true };
      this.#finish(person, done);
      person.alone = alone;
      if (later) this.#coolDown(person);
      else this.#putReady(person);
    }
  }

  async #workAlone(person: Person): Promise<void> {
    const [next] = person.queue;
    if (next && (await processAlone(this.#inbox, next)) === "later") return this.#coolDown(person);
    this.#finish(person, 1);
    person.alone = Math.max(0, person.alone - 1);
    this.#putReady(person);
  }

  #finish(person: Person, count: number): void {
    for (const { delivery } of person.queue.splice(0, count)) {
      this.#inHand.delete(delivery.deliveryId);
      if (delivery.isStatus) this.#statuses -= 1;
    }
  }

  #putReady(person: Person): void {
    if (person.queue.length === 0) this.#people.delete(person.key);
    else (goesAlone(person) ? this.#ready.alone : this.#ready.together).add(person);
  }

  #coolDown(person: Person): void {
    setTimeout(() => this.#giveBack(person), coolMs);
  }

  /**
   * Unloads a person's deliveries, to be loaded again from the first unprocessed one. Until then, new ones are queued
   * behind them to keep the order.
   */
  #giveBack(person: Person): void {
    // A running read excludes these deliveries; unloading them now would let later ones overtake.
    if (this.#hooks.isReading()) return void setTimeout(() => this.#giveBack(person), 5);
    this.#finish(person, person.queue.length);
    this.#people.delete(person.key);
    this.#hooks.onGivenBack();
  }
}

function mostTogether(person: Person): number {
  return hasOnlyStatuses(person) ? maxInBatch.statuses : maxInBatch.words;
}

/** One batch of statuses and one of other events run per organisation at a time. */
function groupKey(person: Person): string {
  return `${person.organizationId} ${hasOnlyStatuses(person)}`;
}
