/** A migration failed or cannot begin; the message says which and why. That migration was rolled back. */
export class MigrationError extends Error {
  /** The error of a failed attempt, which the message names. */
  static of(attempt: string, cause: unknown): MigrationError {
    const reason = cause instanceof Error ? cause.message : "for an unknown reason";
    return new MigrationError(`${attempt} failed: ${reason}`, { cause });
  }
}
