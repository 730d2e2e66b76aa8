import { useCallback, useRef } from "react";
import { newId } from "./ids.ts";

/** Does what a person wants with the id of that; `about` tells one thing from another. */
export type Intend<Id extends string> = <Result>(about: string, work: (id: Id) => Promise<Result>) => Promise<Result>;

/** Somebody who wants the same after this wants it once more. */
const sameForMs = 10 * 60_000;

/**
 * Gives what a person wants done an id that stays the same until the server has done it: pressed again, also after an answer
 * that was lost, it is the same thing and happens once.
 */
export function useIntents<Id extends string>(): Intend<Id> {
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
