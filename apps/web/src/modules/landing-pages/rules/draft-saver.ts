import { type Section, Sections } from "@homeroom/contract/page-design/sections";

/** `conflict`: somebody else has saved; nothing is saved until the person has decided. */
export type SaveState = "saved" | "waiting" | "saving" | "failed" | "conflict";

/** Somebody else has saved since the version that was sent. */
export class StaleDraft extends Error {}

interface DraftSaverParts {
  version: number;
  sections: Section[];
  /** Saves based on a version and returns the next one; throws StaleDraft. */
  send: (version: number, sections: Section[]) => Promise<number>;
  tell: (state: SaveState) => void;
  waitMs?: number;
}

const maxRetryMs = 60_000;

/**
 * Saves a draft automatically, shortly after its last change, one save at a time. A failed save is retried with a backoff,
 * and with the next change.
 */
export class DraftSaver {
  readonly #parts: DraftSaverParts;
  #version: number;
  #saved: Section[];
  #latest: Section[];
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  /** Consecutive failures since the last successful save. */
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

  /** Saves pending changes; resolves to whether everything is saved. */
  saveNow(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Continues from the currently saved state and drops the edits. */
  begin(version: number, sections: Section[]): void {
    this.#stale = false;
    this.#version = version;
    this.#saved = sections;
    this.#parts.tell("saved");
  }

  /**
   * Another part of the page was saved, which made a new version. If its sections are neither those saved here nor those
   * entered here, somebody else has saved in between, which is a conflict.
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
        // oxlint-disable-next-line no-await-in-loop -- one save at a time
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

/** Whether the server would store the same: it trims texts and reorders fields. */
function isSame(one: Section[], other: Section[]): boolean {
  const [left, right] = [one, other].map((sections) => JSON.stringify(Sections.safeParse(sections).data ?? sections));
  return left === right;
}
