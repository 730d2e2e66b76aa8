import type { Platform, ServerModule } from "#platform/server-module";
import { bindMemberRoutes, type FindFileAddresses } from "./routes.ts";

export { takeNextSales } from "./actions/take-next-sales.ts";
export { accountsNamed, type PersonName, peopleByIds, type SignInAccount, worksAt } from "./queries.ts";

/** Accounts: who is signed in, and the people to choose from. `findAddresses` tells where pictures can be fetched. */
export function accountsModule(
  platform: Platform,
  findAddresses: FindFileAddresses = async () => new Map(),
): ServerModule {
  return { name: "accounts", routes: (bind) => bindMemberRoutes(bind, platform, findAddresses) };
}
