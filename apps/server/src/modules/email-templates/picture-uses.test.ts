import { EmailContent } from "@homeroom/contract/email-templates";
import { type AccountId, type FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildActor } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { previewMail } from "./actions/preview-mail.ts";
import { saveEmailTemplate } from "./actions/save-template.ts";
import { picturesOfMails } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

test("people who see templates are told which ones use a picture", async () => {
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

test("a mail can show only pictures that its writer uploaded or that a template already has", async () => {
  const [writer, colleague] = [
    await buildAccount(base.db, organization, { role: "sales" }),
    await buildAccount(base.db, organization, { role: "sales" }),
  ];
  const permissions = ["bulk:template:query", "bulk:template:add"];
  const actorOf = ({ accountId }: { accountId: AccountId }) => buildActor(organization, { permissions, accountId });
  const pictureOf = async ({ accountId }: { accountId: AccountId }) => {
    const fileId = v7() as FileId;
    await base.owner.query(
      `insert into stored_file (organization_id, file_id, name, content_type, size, storage_key, created_by)
       values ($1, $2::uuid, 'x.png', 'image/png', 1, $2::uuid::text, $3)`,
      [organization.organizationId, fileId, accountId],
    );
    return fileId;
  };
  const mailWith = (fileID: FileId) =>
    EmailContent.parse({
      language: "zh-tw",
      subject: "暑期班",
      preheader: "",
      category: "marketing",
      blocks: [{ type: "image", fileID, alt: "" }],
    });
  const [own, theirs] = [await pictureOf(writer), await pictureOf(colleague)];
  const preview = (id: FileId) => previewMail(base.platform, actorOf(writer), { ...mailWith(id), leadId: null });
  expect((await preview(own)).html).toContain(own);
  await expect(preview(theirs)).rejects.toMatchObject({ code: "FIELD_INVALID" });
  const save = (by: { accountId: AccountId }) =>
    saveEmailTemplate(base.db, actorOf(by), { ...mailWith(theirs), name: "暑期班", version: 0 });
  await expect(save(writer)).rejects.toMatchObject({ code: "FIELD_INVALID" });
  await save(colleague);
  expect((await preview(theirs)).html).toContain(theirs);
});
