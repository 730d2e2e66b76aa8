/** A migration failed or cannot begin; the message says which and why. Nothing of that migration was kept. */
export class MigrationError extends Error {
  /** The error of an attempt to do something, named in the message. */
  static of(attempt: string, cause: unknown): MigrationError {
    const reason = cause instanceof Error ? cause.message : "for an unknown reason";
    return new MigrationError(`${attempt} failed: ${reason}`, { cause });
  }
}
