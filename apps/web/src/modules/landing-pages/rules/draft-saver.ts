import { type Section, Sections } from "@homeroom/contract/page-design/sections";

/** `conflict`: somebody else has saved; nothing is saved until the person has decided. */
export type SaveState = "saved" | "waiting" | "saving" | "failed" | "conflict";

/** Somebody else has saved since the version that was sent. */
export class StaleDraft extends Error {}

interface DraftSaverParts {
  version: number;
  sections: Section[];
  /** Saves over a version and answers the next one; throws StaleDraft. */
  send: (version: number, sections: Section[]) => Promise<number>;
  tell: (state: SaveState) => void;
  waitMs?: number;
}

const maxRetryMs = 60_000;

/**
 * Saves a draft by itself, a moment after its last change and one save after the other. A save that failed is tried again
 * after growing waits, and with the next change.
 */
export class DraftSaver {
  readonly #parts: DraftSaverParts;
  #version: number;
  #saved: Section[];
  #latest: Section[];
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  /** In a row, since the last save that worked. */
  #failures = 0;

  constructor(parts: DraftSaverParts) {
    this.#parts = parts;
    this.#version = parts.version;
    this.#saved = parts.sections;
    this.#latest = parts.sections;
  }

  get isSaved(): boolean {
    return this.#latest === this.#saved;
  }

  change(sections: Section[]): void {
    this.#latest = sections;
    clearTimeout(this.#timer);
    if (this.#stale) return;
    if (!this.#running) this.#parts.tell(this.isSaved ? "saved" : "waiting");
    if (this.isSaved) return;
    this.#timer = setTimeout(() => void this.saveNow(), this.#parts.waitMs ?? 1200);
  }

  /** Saves what is not saved yet; resolves to whether all of it is. */
  saveNow(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Goes on from what is saved by now, whatever was shown. */
  begin(version: number, sections: Section[]): void {
    this.#stale = false;
    this.#version = version;
    this.#saved = sections;
    this.#parts.tell("saved");
  }

  /**
   * Something else of the page was saved: its version is the next one. If its sections are not those that were saved or
   * typed here, somebody else has saved before, which is a conflict.
   */
  goOnWith(version: number, sections: Section[]): void {
    if (this.#stale) return;
    this.#stale = ![this.#saved, this.#latest].some((own) => isSame(own, sections));
    if (!this.#stale) {
      this.#version = version;
      return;
    }
    clearTimeout(this.#timer);
    this.#parts.tell("conflict");
  }

  async #save(): Promise<boolean> {
    while (!this.isSaved && !this.#stale) {
      const sending = this.#latest;
      this.#parts.tell("saving");
      try {
        // oxlint-disable-next-line no-await-in-loop -- one save after the other
        this.#version = await this.#parts.send(this.#version, sending);
        this.#saved = sending;
        this.#failures = 0;
      } catch (reason) {
        this.#stale = reason instanceof StaleDraft;
        this.#parts.tell(this.#stale ? "conflict" : "failed");
        if (!this.#stale) this.#tryAgainLater();
        return false;
      }
    }
    if (!this.#stale) this.#parts.tell("saved");
    return !this.#stale;
  }

  #tryAgainLater(): void {
    const waitMs = Math.min(5000 * 2 ** this.#failures, maxRetryMs);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.saveNow(), waitMs);
  }
}

/** Whether the server would store the same: it trims texts and puts fields into an order of its own. */
function isSame(one: Section[], other: Section[]): boolean {
  const [left, right] = [one, other].map((sections) => JSON.stringify(Sections.safeParse(sections).data ?? sections));
  return left === right;
}
