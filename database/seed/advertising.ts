import { createHash } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { demoAd } from "./campaigns.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;
const googleKey = "demo-google-key-5f2c9a71";

/** The demo's page at Meta, and the sandbox's keys for it. */
const meta = { userId: "10000000000000077", userName: "林校長", token: "demo-meta-token" };
const page = { pageId: "500000000000001", name: "晨光文理補習班", token: "page-token-1", formId: "600000000000001" };

const leads = 8;

/** Connected Google lead forms and a Meta page, with their deliveries of the last days. */
export async function writeAdvertising(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, branches, accounts, now }: SeedOrganization & { now: number },
): Promise<void> {
  const branchId = branches[0]?.branchId;
  if (!branchId) return;
  const by = accounts[1]?.accountId ?? null;
  await tx
    .insertInto("google_lead_setting")
    .values({
      organization_id: organizationId,
      branch_id: branchId,
      secrets: kit.sealSecrets({ googleKey }),
      key_hash: createHash("sha256").update(googleKey).digest(),
      status: 1,
      last_received_at: new Date(now - dayMs),
      updated_by: by,
    })
    .execute();
  await tx
    .insertInto("meta_connection")
    .values({
      organization_id: organizationId,
      user_id: meta.userId,
      user_name: meta.userName,
      secrets: kit.sealSecrets({ token: meta.token }),
      missing_scopes: [],
      expires_at: new Date(now + 45 * dayMs),
      connected_by: by,
      connected_at: new Date(now - 15 * dayMs),
    })
    .execute();
  await tx
    .insertInto("meta_page")
    .values({
      organization_id: organizationId,
      page_id: page.pageId,
      name: page.name,
      secrets: kit.sealSecrets({ token: page.token }),
      branch_id: branchId,
      status: 1,
      taken_since: new Date(now),
      last_received_at: new Date(now - dayMs / 4),
      polled_at: new Date(now),
      polled_until: new Date(now),
    })
    .execute();
  await writeDeliveries(tx, { organizationId, branchId, now });
}

type SeedPlace = Pick<SeedOrganization, "organizationId"> & { branchId: string; now: number };

/** The branch's newest leads that no WhatsApp ad brought came from forms; one more delivery of each kind creates no lead. */
async function writeDeliveries(tx: SeedTx, { organizationId, branchId, now }: SeedPlace): Promise<void> {
  const found = await tx
    .selectFrom("lead")
    .select(["lead_id as leadId", "created_at as at"])
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId as never)
    // A person who wrote after clicking an ad came from that ad.
    .where(
      sql<SqlBool>`lead_id not in (select conversation.lead_id from message
        join conversation using (organization_id, conversation_id)
        where message.referral is not null and conversation.lead_id is not null)`,
    )
    .orderBy("created_at", "desc")
    .orderBy("lead_id")
    .limit(leads)
    .execute();
  const done = found.map(({ leadId, at }) => ({ state: "done", lead_id: leadId, at: at.getTime(), problem: null }));
  const rest = [
    { state: "test", lead_id: null, at: now - 3 * dayMs, problem: null },
    { state: "failed", lead_id: null, at: now - 5 * dayMs, problem: "noContact" },
  ];
  const rows = [...done, ...rest].map(({ at, ...row }, index) => {
    const source = index % 2 === 0 ? "google" : "meta";
    return {
      ...row,
      organization_id: organizationId,
      ad_lead_id: `0199c210-0001-7000-8000-${String(index + 1).padStart(12, "0")}`,
      source,
      external_id: `demo-${index + 1}`,
      branch_id: branchId,
      payload: {},
      form_id: source === "google" ? "40000000001" : page.formId,
      ...(source === "google" ? { campaign_id: "2100000001", adset_id: "", ad_id: "" } : demoAd(index)),
      created_at: new Date(at).toISOString(),
      done_at: row.state === "done" ? new Date(at).toISOString() : null,
    };
  });
  await writeRows(tx, "ad_lead", rows);
}
