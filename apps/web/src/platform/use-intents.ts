import { useCallback, useRef } from "react";
import { newId } from "./ids.ts";

/** Runs an action with its id; `about` distinguishes actions. */
export type RunIntent<Id extends string> = <Result>(
  about: string,
  work: (id: Id) => Promise<Result>,
) => Promise<Result>;

/** After this time the same action counts as a new one. */
const sameForMs = 10 * 60_000;

/**
 * Gives an action of a person an id that stays the same until the server has done it. Pressing again, even after a lost
 * answer, repeats the same action, so it happens once.
 */
export function useIntents<Id extends string>(): RunIntent<Id> {
  const begun = useRef(new Map<string, { id: Id; at: number }>());
  return useCallback(async (about, work) => {
    const now = Date.now();
    const known = begun.current.get(about);
    const intent = known && now - known.at < sameForMs ? known : { id: newId<Id>(), at: now };
    begun.current.set(about, intent);
    const result = await work(intent.id);
    begun.current.delete(about);
    return result;
  }, []);
}
