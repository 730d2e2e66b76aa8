import type { AccountId, BranchId, FileId } from "@homeroom/contract/ids";
import type { PersonOption, UserInfo } from "@homeroom/contract/member";
import type { branchById, organizationOf, waitingWipe } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import type { Colleague, ownAccount, PersonName } from "../queries/people.ts";

type Row<Query extends (...given: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Query>>>;

/** Signed addresses of files, by id; a file that is not there has none. */
export type FileAddresses = ReadonlyMap<FileId, string>;

export function presentUser(
  actor: Actor,
  rows: {
    account: Row<typeof ownAccount>;
    organization: Row<typeof organizationOf>;
    branch: Row<typeof branchById>;
    viewsAs: UserInfo["viewsAs"];
    wipe: Awaited<ReturnType<typeof waitingWipe>>;
    documentsUrl: string | undefined;
  },
  addresses: FileAddresses,
): UserInfo {
  const { account, organization, branch, wipe } = rows;
  return {
    accountID: actor.accountId,
    accountName: account.email,
    nickname: account.nickname,
    avatar: addressOf(account.avatar_file_id, addresses),
    email: account.email,
    roles: [...actor.roles],
    perms: [...actor.permissions],
    organization: {
      organizationId: organization.organization_id,
      name: organization.name,
      logo: addressOf(organization.logo_file_id, addresses),
      timeZone: organization.time_zone,
      membership: organization.membership,
      expiryDate: organization.expires_at?.toISOString() ?? null,
      wipe: wipe && { dueTime: wipe.dueTime, requestedBy: wipe.requestedBy },
    },
    branch: { branchID: branch.branchId, name: branch.name, timezone: branch.timeZone },
    isPasswordInitialized: account.password_initialized_at !== null,
    restriction: actor.restriction,
    tourCompleted: account.tour_completed_at !== null,
    viewsAs: rows.viewsAs,
    features: organization.features,
    documentsUrl: rows.documentsUrl ?? null,
  };
}

/** One row a person: at the branch that is asked for, or at the first one they share with the caller. */
export function presentColleagues(
  people: readonly Colleague[],
  branchIds: readonly BranchId[],
  addresses: FileAddresses,
): PersonOption[] {
  return people.flatMap((person) => {
    const branchID = branchIds.find((id) => person.branchIds.includes(id));
    if (!branchID) return [];
    const avatar = addressOf(person.avatarFileId, addresses);
    return [{ value: person.accountId, label: person.nickname, avatar, status: person.status, branchID }];
  });
}

function addressOf(fileId: FileId | null, addresses: FileAddresses): string | null {
  return (fileId && addresses.get(fileId)) ?? null;
}

interface Written {
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

/** Who wrote a row and when, as `writtenFields` of the contract; `people` are known from `peopleByIds`. */
export function presentWriting(row: Written, people: ReadonlyMap<AccountId, PersonName>) {
  const nameOf = (id: AccountId | null) => (id && people.get(id)?.nickname) ?? "";
  return {
    creator: nameOf(row.created_by),
    updater: nameOf(row.updated_by),
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
    version: row.version,
  };
}
