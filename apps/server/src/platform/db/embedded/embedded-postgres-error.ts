/** The embedded PostgreSQL cannot run here, or not now. Its message is one line that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** A system error about a folder as an error for the operator; undefined when they could not act on it. */
export function denied(error: unknown, folder: string): EmbeddedPostgresError | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new EmbeddedPostgresError(
      `${folder} is not open to this user (${process.getuid?.() ?? "unknown"}): start as its owner, or choose another DATA_DIR.`,
    );
  }
  if (code === "ENOSPC") return new EmbeddedPostgresError(`No room left for the database in ${folder}.`);
  return undefined;
}
