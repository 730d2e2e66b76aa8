import { v5, v7 } from "uuid";
import type { Actor } from "#platform/auth/actor";

/**
 * The id of what a call makes once: the one that the caller's `Idempotency-Key` stands for, each time it is sent; without a key
 * a new one. `what` keeps the ids of different calls apart.
 */
export function idOfKey({ accountId }: Pick<Actor, "accountId">, what: string, key: string | undefined): string {
  return key ? v5(`${what} ${key}`, accountId) : v7();
}
