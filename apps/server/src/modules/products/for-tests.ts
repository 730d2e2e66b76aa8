import { type AccountId, FileId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { signInAs } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";
import type { CatalogueKeeper } from "./port.ts";

/** For tests that sync nothing. */
export const noCatalogue: CatalogueKeeper = {
  submit: () => Promise.reject(new Error("No catalogue was expected to be called")),
  resultOf: () => Promise.reject(new Error("No catalogue was expected to be called")),
};

/** Somebody of a role who is signed in. */
export async function signInTo(
  base: TestDatabase,
  organization: TestOrganization,
  role: "owner" | "admin" | "sales",
): Promise<{ accountId: AccountId; token: string }> {
  return signInAs(base.db, organization, { role, nickname: role });
}

/** A type that products may have. */
export async function typeFor(base: TestDatabase, organization: TestOrganization, name: string): Promise<RecordId> {
  const id = RecordId.parse(v7());
  await base.owner.query("insert into list_item (organization_id, item_id, project_id, name) values ($1, $2, $3, $4)", [
    organization.organizationId,
    id,
    customLists.productTypes,
    name,
  ]);
  return id;
}

/** A stored picture that somebody uploaded. */
export async function buildPicture(
  base: TestDatabase,
  organization: TestOrganization,
  createdBy: AccountId,
): Promise<FileId> {
  const id = FileId.parse(v7());
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, size, storage_key, created_by)
     values ($1, $2, 'piano.png', 'image/png', 10, $2::uuid::text, $3)`,
    [organization.organizationId, id, createdBy],
  );
  return id;
}
