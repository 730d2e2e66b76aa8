/** The embedded PostgreSQL cannot run here, or not now. Its message is one line that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
