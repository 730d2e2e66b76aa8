import type { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildActor } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { picturesOfMails } from "./public.ts";

let base: TestDatabase;
let organization: TestOrganization;
beforeAll(async () => {
  base = await createTestDatabase();
  organization = await buildOrganization(base.db);
});
afterAll(() => base.close());

test("templates that show a picture are named to people who see templates", async () => {
  const [recordID, fileId] = [v7(), v7() as FileId];
  const blocks = [
    { type: "text", text: "您好" },
    { type: "image", fileID: fileId },
  ];
  await base.owner.query(
    "insert into email_template (organization_id, template_id, name, content) values ($1, $2, '暑期通訊', $3)",
    [organization.organizationId, recordID, JSON.stringify({ blocks })],
  );
  const uses = (permissions: readonly string[], id: FileId) =>
    inTransaction(base.db, organization.scope, (tx) =>
      picturesOfMails(tx, buildActor(organization, { permissions }), [id]),
    );
  expect(await uses(["bulk:template:query"], fileId)).toEqual([{ place: "emailTemplate", recordID, name: "暑期通訊" }]);
  expect(await uses(["bulk:template:query"], v7() as FileId)).toEqual([]);
  expect(await uses([], fileId)).toEqual([]);
});
