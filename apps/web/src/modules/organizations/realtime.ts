import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { placeKeys } from "./api.ts";

/** Keeps everything that shows branches or the organisation up to date. `onChange`: further updates. */
export function useLivePlaces(onChange: () => void): void {
  const client = useQueryClient();
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: placeKeys.all });
    onChange();
  }, [client, onChange]);
  const refreshAll = useCallback(() => {
    // Any screen may show a branch, and branches rarely change.
    void client.invalidateQueries();
    onChange();
  }, [client, onChange]);
  useRealtime("branch.changed", refreshAll);
  useRealtime("organization.changed", refresh);
  useEffect(() => onConnect(() => void client.invalidateQueries({ queryKey: placeKeys.all })), [client]);
}
