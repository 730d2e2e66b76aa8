import { AccountId, type BranchId, type OrganizationId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { v7 } from "uuid";
import { sqlState } from "#platform/db/failures";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** The owner's account of a new organisation, with the password that they chose. */
export interface NewOwner {
  readonly organizationId: OrganizationId;
  readonly branchId: BranchId;
  readonly email: string;
  readonly nickname: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly areaCode: string;
  readonly phone: string;
  readonly language: Language;
  readonly passwordHash: string;
}

/**
 * Creates the owner of a new organisation, who works at its first branch. Throws LOGIN_EMAIL_REGISTERED if the address
 * already signs in somewhere. A concurrent second call waits here for the first.
 */
export async function createOwner(tx: Tx, owner: NewOwner): Promise<AccountId> {
  const accountId = AccountId.parse(v7());
  const { organizationId: organization_id, branchId: branch_id } = owner;
  try {
    await tx
      .insertInto("account")
      .values({
        organization_id,
        account_id: accountId,
        email: owner.email,
        nickname: owner.nickname,
        first_name: owner.firstName,
        last_name: owner.lastName,
        area_code: owner.areaCode,
        phone: owner.phone,
        locale: owner.language,
        password_hash: owner.passwordHash,
        password_initialized_at: new Date(),
        is_owner: true,
      })
      .execute();
  } catch (error) {
    if (sqlState(error) === "23505") throw emailRegistered(error);
    throw error;
  }
  await tx.insertInto("account_branch").values({ organization_id, account_id: accountId, branch_id }).execute();
  return accountId;
}

/** The refusal of an address that already signs in somewhere, at its field. */
export function emailRegistered(cause?: unknown): AppError {
  const name = "LOGIN_EMAIL_REGISTERED";
  return new AppError(name, {}, { fields: [{ field: "email", name }], cause });
}
