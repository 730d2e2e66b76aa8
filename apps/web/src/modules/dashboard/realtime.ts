import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onReconnect, useRealtime } from "#platform/realtime.ts";
import { unreadKey } from "./api.ts";

/** Keeps the number of unread conversations true while the dashboard is open. */
export function useLiveDashboard(): void {
  const client = useQueryClient();
  const renew = useCallback(() => void client.invalidateQueries({ queryKey: unreadKey }), [client]);
  useRealtime("conversation.changed", renew);
  useEffect(() => onReconnect(renew), [renew]);
}
