import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { todayKey } from "./api/today.ts";

/** Events come in bursts: what is to be done is asked for once for all of them. */
const pauseMilliseconds = 1500;

/** Keeps the list of today true while it is shown. */
export function useLiveToday(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const renew = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void client.invalidateQueries({ queryKey: todayKey });
    }, pauseMilliseconds);
  }, [client]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  useRealtime("conversation.changed", renew);
  useRealtime("lead.changed", renew);
  useEffect(() => onMissed(renew), [renew]);
}
