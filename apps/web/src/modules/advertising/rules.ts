/** Whether a platform needs a new connection before it provides data. */
export function isConnectionLost(connection: { state: string } | null): boolean {
  return connection?.state === "expired" || connection?.state === "refused";
}
