import type { AccountId } from "@homeroom/contract/ids";
import type { SavedView } from "@homeroom/contract/views";
import type { PersonName } from "#modules/accounts/public";
import { type Actor, can } from "#platform/auth/actor";
import type { FoundView } from "./queries.ts";

/** A view as its reader sees it: the roles that start with it only for people who decide that. */
export function presentView(view: FoundView, actor: Actor, people: ReadonlyMap<AccountId, PersonName>): SavedView {
  const { creatorId, roleIds, ...facts } = view;
  return {
    ...facts,
    isMine: creatorId === actor.accountId,
    roleIds: can(actor, "sys:role:edit") ? roleIds : [],
    creator: people.get(creatorId)?.nickname ?? "",
  };
}
