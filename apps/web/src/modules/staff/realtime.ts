import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { staffKeys } from "./api/queries.ts";

/** Changes that arrive together, such as those of an import, are fetched together. */
const gatherMs = 400;

/** Keeps the people on screen up to date. */
export function useLiveStaff(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: staffKeys.all }), [client]);
  const handleChange = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, gatherMs);
  }, [refresh]);
  useRealtime("staff.changed", handleChange);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => onConnect(refresh), [refresh]);
}
