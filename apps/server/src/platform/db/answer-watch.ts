/** `set local statement_timeout = '45s'`: a transaction gives its statements more time than usual. */
const longerLimit = /^set local statement_timeout = '(\d+)(s|min)'$/;
/** PostgreSQL ends a statement at its limit; the answer may take a little longer. */
const marginMs = 10_000;

/**
 * Notices that a connection no longer answers. A network that drops a connection without a word (a failover to another
 * machine, a firewall that forgot it) would otherwise occupy it until the system gives up after a quarter of an hour.
 */
export class AnswerWatch {
  readonly #usualMs: number;
  readonly #onSilence: () => void;
  #limitMs: number;
  #pending = 0;
  #signs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `onSilence` when nothing was heard for `usualMs` while an answer was pending. */
  constructor(usualMs: number, onSilence: () => void) {
    this.#usualMs = usualMs;
    this.#limitMs = usualMs;
    this.#onSilence = onSilence;
  }

  /** A statement was sent, or is about to be. */
  sent(text: string): void {
    const [, amount, unit] = (text.startsWith("set local") && longerLimit.exec(text)) || [];
    if (amount) this.#limit(Number(amount) * (unit === "min" ? 60_000 : 1000) + marginMs);
    else if (text.startsWith("begin")) this.#limit(this.#usualMs);
  }

  /** An answer is pending from now on. */
  begins(): void {
    this.#pending += 1;
    this.hears();
  }

  /** Part of an answer arrived. */
  hears(): void {
    this.#signs += 1;
    if (this.#timer) this.#timer.refresh();
    else this.#start();
  }

  /** All of an answer arrived, or its failure. */
  ends(): void {
    this.#pending -= 1;
  }

  /** Watches no longer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #limit(limitMs: number): void {
    const longEnough = Math.max(limitMs, this.#usualMs);
    if (longEnough === this.#limitMs) return;
    this.#limitMs = longEnough;
    clearTimeout(this.#timer);
    this.#start();
  }

  #start(): void {
    this.#timer = setTimeout(() => {
      if (this.#pending === 0) return;
      const signs = this.#signs;
      // After this process was busy, what arrived meanwhile is read first.
      setImmediate(() => {
        if (this.#pending > 0 && this.#signs === signs) this.#onSilence();
      });
    }, this.#limitMs).unref();
  }
}
