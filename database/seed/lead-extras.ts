import type { RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { UtmForm, utmAddress } from "@homeroom/contract/media";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { day } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { createRandom } from "./random.ts";

/** Records around an organisation's leads: recipient lists, campaign links, and the devices of app users. */
export async function writeLeadExtras(tx: SeedTx, organization: SeedOrganization, now: number): Promise<void> {
  await writeRecipientLists(tx, organization, now);
  await writeCampaignLinks(tx, organization, now);
  await writeDevices(tx, now);
}

async function writeRecipientLists(
  tx: SeedTx,
  { organizationId, accounts, branches, seed }: SeedOrganization,
  now: number,
): Promise<void> {
  const random = createRandom(seed + 2);
  const author = accounts[0]?.accountId ?? null;
  const items = await tx.selectFrom("list_item").select(["item_id", "code"]).where("project_id", "=", 3).execute();
  const status = (code: string) => items.filter((item) => item.code === code).map((item) => item.item_id);
  const lists: { name: string; rule: LeadQuery; leads: RawBuilder<SqlBool>; at: number; branch?: number }[] = [
    {
      name: "試堂後未報名",
      rule: { status: status("trial"), hasPhone: true },
      leads: sql<SqlBool>`status_id = any(${sql.val(status("trial"))}::uuid[]) and phone_e164 is not null`,
      at: 21,
    },
    {
      name: "願意接收推廣的學員",
      rule: { status: status("deal"), acceptmessage: 1 },
      leads: sql<SqlBool>`status_id = any(${sql.val(status("deal"))}::uuid[]) and accept_message`,
      at: 9,
    },
    {
      name: "近三個月的新名單",
      rule: { newWithinDays: 90, hasPhone: true },
      leads: sql<SqlBool>`lead_date >= current_date - 90 and phone_e164 is not null`,
      at: 2,
      branch: 0,
    },
  ];
  for (const { name, rule, leads, at, branch } of lists) {
    const branchId = branch === undefined ? null : (branches[branch]?.branchId ?? null);
    const inBranch = branchId ? sql<SqlBool>`branch_id = ${branchId}` : sql<SqlBool>`true`;
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from lead where deleted_at is null and ${leads} and ${inBranch}`.execute(tx);
    const moment = new Date(now - at * day);
    await tx
      .insertInto("recipient_list")
      .values({
        organization_id: organizationId,
        list_id: random.id() as RecordId,
        branch_id: branchId,
        owner_id: null,
        name,
        query_rule: JSON.stringify(rule),
        lead_count: counted.rows[0]?.count ?? 0,
        counted_at: moment,
        created_by: author,
        updated_by: author,
        created_at: moment,
        updated_at: moment,
      })
      .execute();
  }
}

const campaigns = [
  { source: "Facebook 廣告", medium: "cpc", campaign: "2026 暑期先修班", content: "影片 A" },
  { source: "Google 搜尋", medium: "cpc", campaign: "國小英文", term: "兒童英文 試聽" },
  { source: "LINE 官方帳號", medium: "social", campaign: "舊生推薦" },
];

async function writeCampaignLinks(
  tx: SeedTx,
  { organizationId, accounts, seed }: SeedOrganization,
  now: number,
): Promise<void> {
  const random = createRandom(seed + 3);
  for (const [index, campaign] of campaigns.entries()) {
    const form = UtmForm.parse({ url: "https://www.example.com/trial", ...campaign });
    await tx
      .insertInto("utm_link")
      .values({
        organization_id: organizationId,
        utm_link_id: random.id() as RecordId,
        ...form,
        link: utmAddress(form),
        created_by: accounts[0]?.accountId ?? null,
        created_at: new Date(now - (index * 13 + 5) * day),
      })
      .execute();
  }
}

/** People with the app use it on a few kinds of phones, most of them this week. */
async function writeDevices(tx: SeedTx, now: number): Promise<void> {
  await sql`
    update lead set
      app_device = (array['iPhone 15', 'Galaxy S24', 'iPhone 13 mini', 'Pixel 8', 'iPad Air'])[1 + place % 5],
      system_version = (array['iOS 18.5', 'Android 15', 'iOS 17.7', 'Android 15', 'iPadOS 18.5'])[1 + place % 5],
      app_version = (array['3.4.1', '3.4.1', '3.2.0'])[1 + place % 3],
      app_seen_at = ${new Date(now)}::timestamptz - make_interval(hours => (place * 17 % 200)::int)
    from (select lead_id as id, row_number() over (order by lead_id) as place from lead where app_open) as users
    where lead.lead_id = users.id`.execute(tx);
}
