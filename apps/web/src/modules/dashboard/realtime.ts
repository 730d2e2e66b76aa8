import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { useGathered } from "#platform/use-gathered.ts";
import { todayKey } from "./api/today.ts";

/** Events come in bursts: what is to be done is asked for once for all of them. */
const pauseMilliseconds = 1500;

/** Keeps the list of today true while it is shown. */
export function useLiveToday(): void {
  const client = useQueryClient();
  const renew = useGathered(pauseMilliseconds, () => void client.invalidateQueries({ queryKey: todayKey }));
  useRealtime("conversation.changed", renew);
  useRealtime("lead.changed", renew);
  useEffect(() => onMissed(renew), [renew]);
}
