import { type PlainErrorName, plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { member } from "@homeroom/contract/member";
import { menus } from "@homeroom/contract/menus";
import { beginReadingRights, setCurrentUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { begunBeforeScripts } from "#platform/first-calls.ts";
import { shownLanguage } from "#platform/i18n/i18n.ts";
import { setMenus } from "../routes/menu-store.ts";
import { menuTree } from "../routes/menu-tree.ts";

/**
 * Fetches the signed-in user and the menus that they may see. Rejects with a string to show: an answer without a user or
 * without roles is a failure like any other.
 */
export async function loadAccess(): Promise<void> {
  beginReadingRights(begunBeforeScripts(member.user.path) ?? performance.now());
  const { resultData: user } = await api.call(member.user, {});
  if (!user) await refuse("USER_INFO_EMPTY");
  if (!Array.isArray(user.roles) || user.roles.length === 0) await refuse("USER_ROLES_MISSING");
  // A session with an initial password may only replace it.
  const nodes = user.restriction === "password" ? [] : (await api.call(menus.routes, {})).resultData;
  setMenus(menuTree(nodes));
  setCurrentUser(user);
}

/** Fails like the client: with a string. */
function refuse(name: PlainErrorName): Promise<never> {
  return Promise.reject(plainMessageOf(name, shownLanguage()));
}
