import type { Platform, ServerModule } from "#platform/server-module";
import { publishStaffChange } from "./events.ts";
import type { FindTraces } from "./port.ts";
import { bindMemberRoutes, type FindFileAddresses } from "./routes/member.ts";
import { bindOwnAccountRoutes } from "./routes/own-account.ts";
import { bindStaffRoutes } from "./routes/staff.ts";
import { bindTwoStepRoutes } from "./routes/two-step.ts";

export { createOwner, emailRegistered } from "./actions/create-owner.ts";
export { staffImport } from "./actions/import-staff.ts";
export { replacePassword } from "./actions/own-account/replace-password.ts";
export { setStaffStatus } from "./actions/set-staff-status.ts";
export { admitToBranch } from "./actions/write-places.ts";
export type { FindTraces } from "./port.ts";
export { presentWriting } from "./present/users.ts";
export {
  type Colleague,
  colleaguesWhoMay,
  colleaguesWithRole,
  countByDepartment,
  emailIsTaken,
  hasAccountAt,
  mailAddresses,
  numberOfPerson,
  operators,
  ownerOf,
  type PersonName,
  peopleByIds,
  worksAt,
} from "./queries/people.ts";
export { peopleWhoSee } from "./queries/people-who-see.ts";
export { type Addressee, addresseesOf, type PersonInReach, personInReach } from "./queries/reach-person.ts";
export { type FoundPerson, findStaff } from "./queries/staff-list.ts";
export { uniqueNames } from "./queries/unique-names.ts";

/**
 * Accounts: who is signed in, the people to choose from, and the records of staff. `findAddresses` gives the addresses
 * of pictures, `traces` the people referenced by rows of other modules.
 */
export function accountsModule(
  platform: Platform,
  findAddresses: FindFileAddresses = async () => new Map(),
  traces: readonly FindTraces[] = [],
): ServerModule {
  return {
    name: "accounts",
    routes: (bind) => {
      bindMemberRoutes(bind, platform, findAddresses);
      bindOwnAccountRoutes(bind, platform, findAddresses);
      bindTwoStepRoutes(bind, platform);
      bindStaffRoutes(bind, platform, traces);
    },
    reactions: [publishStaffChange],
  };
}
