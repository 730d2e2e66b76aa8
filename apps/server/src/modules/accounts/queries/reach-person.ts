import type { AccountId } from "@homeroom/contract/ids";
import { defaultLanguage, type Language, languages } from "@homeroom/contract/language";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { staffAbilities } from "../policy.ts";
import { loadPerson, peopleWithIds } from "./load-person.ts";
import { yardstickFor } from "./staff-choices.ts";

/** A person that an actor sees, for modules that work on the person's records. */
export interface PersonInReach {
  accountId: AccountId;
  nickname: string;
  status: number;
  isOwner: boolean;
  /** Whether the actor may change their status. */
  mayChangeStatus: boolean;
}

/** A person that an actor sees, in any status. Throws NOT_FOUND. */
export async function personInReach(tx: Tx, actor: Actor, id: AccountId): Promise<PersonInReach> {
  const scope = peopleScope(actor);
  const person = await loadPerson(tx, scope, id, "everyone");
  const yardstick = await yardstickFor(tx, scope, { actor, people: [person] });
  return {
    accountId: id,
    nickname: person.nickname,
    status: person.status,
    isOwner: person.is_owner,
    mayChangeStatus: staffAbilities(actor, person, yardstick).status,
  };
}

/** The mail address and language of a person. */
export interface Addressee {
  accountId: AccountId;
  nickname: string;
  email: string;
  language: Language;
}

/** The active ones of these people as mail recipients. */
export async function addresseesOf(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<Addressee[]> {
  const people = await peopleWithIds(tx, scope, [...new Set(ids)]);
  return people
    .filter(({ status }) => status === 1)
    .map((person) => ({
      accountId: person.account_id,
      nickname: person.nickname,
      email: person.email,
      language: languages.find((one) => one === person.locale) ?? defaultLanguage,
    }));
}
