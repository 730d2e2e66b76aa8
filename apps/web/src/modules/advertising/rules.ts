/** Whether a platform gives nothing until somebody connects again. */
export function isConnectionLost(connection: { state: string } | null): boolean {
  return connection?.state === "expired" || connection?.state === "refused";
}
