import type { branches } from "@homeroom/contract/branches";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchTable } from "@homeroom/database/people-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor } from "#platform/paging/cursor";

export type Branch = Selectable<BranchTable>;
export type ListedBranch = Branch & { staffCount: number };

type BranchListRequest = RequestOf<typeof branches.list>;

const leftAccount = 2;

/** A page of the organisation's branches in their order, each with its number of staff. */
export async function listBranches(tx: Tx, scope: Scope, request: BranchListRequest) {
  const { pageNum, pageSize, cursor } = request;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const page = matching(tx, scope, request)
    .selectAll("branch")
    .select(({ selectFrom }) =>
      selectFrom("branch_person")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("branch_person.organization_id", "=", "branch.organization_id")
        .whereRef("branch_person.branch_id", "=", "branch.branch_id")
        .where("branch_person.status", "!=", leftAccount)
        .$asScalar()
        .$notNull()
        .as("staffCount"),
    )
    .orderBy("sort")
    .orderBy("branch_id")
    .limit(pageSize + 1);
  const placed = after
    ? page.where(sql<boolean>`(sort, branch_id) > (${after.sort}, ${after.id}::uuid)`)
    : page.offset((pageNum - 1) * pageSize);
  const found: ListedBranch[] = await placed.execute();
  const counted = await matching(tx, scope, request)
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  const { rows, nextCursor } = cutPage(found, pageSize, (last) => ({ value: String(last.sort), id: last.branch_id }));
  return { rows, total: counted.total, nextCursor };
}

function matching(tx: Tx, scope: Scope, { keywords, status }: Pick<BranchListRequest, "keywords" | "status">) {
  const words = keywords?.toLowerCase();
  return tx
    .selectFrom("branch")
    .where("branch.organization_id", "=", scope.organizationId)
    .$if(status !== undefined, (query) => query.where("branch.status", "=", status ?? 1))
    .$if(Boolean(words), (query) =>
      query.where(
        sql<boolean>`position(${words} in lower(concat_ws(' ', branch.name, ename, contact_name, email, phone, address))) > 0`,
      ),
    );
}

function placeOf(cursor: string): { sort: number; id: string } {
  const { value, id } = readCursor(cursor);
  const sort = Number(value);
  if (value === null || !Number.isInteger(sort) || Math.abs(sort) > 2_147_483_647)
    throw new AppError("DATA_FORMAT_ERROR");
  return { sort, id };
}
