/** A migration failed or cannot begin; the message says which and why. Nothing of that migration was kept. */
export class MigrationError extends Error {}
