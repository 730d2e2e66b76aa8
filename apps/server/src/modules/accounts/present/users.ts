import type { AccountId, BranchId, FileId } from "@homeroom/contract/ids";
import type { PersonOption, UserInfo } from "@homeroom/contract/member";
import type { Workplace } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import type { Colleague, ownAccount, PersonName } from "../queries/people.ts";

/** Signed addresses of files, by id; missing files have none. */
export type FileAddresses = ReadonlyMap<FileId, string>;

export function presentUser(
  actor: Actor,
  rows: {
    account: NonNullable<Awaited<ReturnType<typeof ownAccount>>>;
    workplace: Workplace;
    viewsAs: UserInfo["viewsAs"];
    documentsUrl: string | undefined;
  },
  addresses: FileAddresses,
): UserInfo {
  const { account, workplace } = rows;
  return {
    accountID: actor.accountId,
    accountName: account.email,
    nickname: account.nickname,
    avatar: addressOf(account.avatar_file_id, addresses),
    email: account.email,
    roles: [...actor.roles],
    perms: [...actor.permissions],
    organization: {
      organizationId: actor.organizationId,
      name: workplace.name,
      logo: addressOf(workplace.logoFileId, addresses),
      timeZone: workplace.timeZone,
      membership: workplace.membership,
      expiryDate: workplace.expiresAt?.toISOString() ?? null,
      trialOver: workplace.trialOver,
      renewsByCard: workplace.renewsByCard,
      wipe: can(actor, "org:info:wipe") ? wipeOf(workplace) : null,
    },
    branch: { branchID: actor.branchId, name: workplace.branchName, timezone: workplace.branchTimeZone },
    isPasswordInitialized: account.password_initialized_at !== null,
    restriction: actor.restriction,
    tourCompleted: account.tour_completed_at !== null,
    viewsAs: rows.viewsAs,
    features: workplace.features,
    documentsUrl: rows.documentsUrl ?? null,
  };
}

function wipeOf({ wipeDueAt, wipeRequestedBy }: Workplace) {
  return wipeDueAt && { dueTime: wipeDueAt.toISOString(), requestedBy: wipeRequestedBy ?? "" };
}

/** One row per person: at the requested branch, or at the first one they share with the caller. */
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

interface WrittenRow {
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

/** Who wrote a row and when, as `writtenFields` of the contract; `people` are known from `peopleByIds`. */
export function presentWriting(row: WrittenRow, people: ReadonlyMap<AccountId, PersonName>) {
  const nameOf = (id: AccountId | null) => (id && people.get(id)?.nickname) ?? "";
  return {
    creator: nameOf(row.created_by),
    updater: nameOf(row.updated_by),
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
    version: row.version,
  };
}
