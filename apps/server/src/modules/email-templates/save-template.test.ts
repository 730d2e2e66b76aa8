import { EmailContent, maxEmailTemplates } from "@homeroom/contract/email-templates";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildActor } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase, writeMany } from "#platform/db/for-tests";
import { saveEmailTemplate } from "./actions/save-template.ts";

const base = prepareDatabase();
let organization: TestOrganization;
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

test("the last template within the limit can be sent twice; the next one is refused", async () => {
  await writeMany(
    base,
    `insert into email_template (organization_id, template_id, name, content)
     select $1, gen_random_uuid(), '暑期通訊', '{}' from generate_series(2, $2)`,
    [organization.organizationId, maxEmailTemplates],
  );
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  const actor = buildActor(organization, { permissions: ["bulk:template:query", "bulk:template:add"], accountId });
  const blocks = [{ type: "text", text: "您好" }];
  const content = EmailContent.parse({
    language: "zh-tw",
    subject: "暑期班",
    preheader: "",
    category: "utility",
    blocks,
  });
  const save = (newID: RecordId) =>
    saveEmailTemplate(base.db, actor, { ...content, name: "最後一個", version: 0, newID });
  const last = RecordId.parse(v7());
  expect(await save(last)).toEqual({ recordID: last });
  expect(await save(last)).toEqual({ recordID: last });
  await expect(save(RecordId.parse(v7()))).rejects.toMatchObject({ code: "SETTING_LIMIT_REACHED" });
});
