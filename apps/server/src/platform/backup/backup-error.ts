/** A backup cannot be made or restored. Its message is one line that an operator can act on. */
export class BackupError extends Error {
  override name = "BackupError";
}
