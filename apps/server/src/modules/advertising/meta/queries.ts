import type { OrganizationId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type StoredConnection = Selectable<Schema["meta_connection"]>;
export type StoredMetaPage = Selectable<Schema["meta_page"]>;

/** The organisation's connection; undefined if there is none. */
export function connectionOf(tx: Tx, { organizationId }: Scope): Promise<StoredConnection | undefined> {
  return tx.selectFrom("meta_connection").selectAll().where("organization_id", "=", organizationId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockConnection(tx: Tx, { organizationId }: Scope): Promise<StoredConnection | undefined> {
  return tx
    .selectFrom("meta_connection")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .executeTakeFirst();
}

/** The pages that a scope reaches, by name: those of its branches, and those without a branch. */
export async function metaPages(tx: Tx, { organizationId, branchIds }: Scope): Promise<StoredMetaPage[]> {
  const pages = await tx
    .selectFrom("meta_page")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("name")
    .orderBy("page_id")
    .execute();
  return pages.filter(({ branch_id: branchId }) => isReached(branchId, branchIds));
}

/** A page within reach, locked until the transaction ends; undefined if it does not exist. */
export async function lockMetaPage(tx: Tx, scope: Scope, pageId: string): Promise<StoredMetaPage | undefined> {
  const page = await lockRow(tx, scope, "meta_page", { page_id: pageId });
  return page && isReached(page.branch_id, scope.branchIds) ? page : undefined;
}

function isReached(branchId: StoredMetaPage["branch_id"], branchIds: Scope["branchIds"]): boolean {
  return branchIds === null || branchId === null || branchIds.includes(branchId);
}

/** The organisations of these pages, if their leads are accepted. */
export function ownersOfPages(
  db: Database,
  pageIds: readonly string[],
): Promise<{ organizationId: OrganizationId; pageId: string }[]> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("meta_page")
      .select(["organization_id as organizationId", "page_id as pageId"])
      .where(sql<boolean>`page_id = any(${sql.val([...pageIds])}::text[])`)
      .where("status", "=", 1)
      .orderBy("organization_id")
      .orderBy("page_id")
      .execute(),
  );
}
