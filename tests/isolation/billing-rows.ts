import { randomInt } from "node:crypto";
import { OrganizationId, type RecordId } from "@homeroom/contract/ids";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** What the organisation buys for itself: an order that waits for a transfer, and one that was paid. */
export interface BillingRows {
  planOrderId: RecordId;
  planOrderNumber: string;
  paidPlanOrderId: RecordId;
  /** Ads that wait for approval, and ads that have ended and have a report. */
  adServiceId: RecordId;
  reportedServiceId: RecordId;
  /** What the payment platform calls the organisation's linked card. */
  linkedCardLabel: string;
}

export function billingIds(): BillingRows {
  return {
    planOrderId: newId(),
    planOrderNumber: number(),
    paidPlanOrderId: newId(),
    adServiceId: newId(),
    reportedServiceId: newId(),
    linkedCardLabel: `card-${newId()}@isolation.test`,
  };
}

const number = () => `20980101${String(randomInt(100_000_000)).padStart(8, "0")}`;
/** Who sells plans to both organisations. */
const seller = OrganizationId.parse("0199d000-0009-7000-8000-000000000001");

/** Puts both orders back as they were made, here and at the seller. */
export async function restoreBilling(
  stage: Stage,
  rows: BillingRows & { organizationId: OrganizationId },
): Promise<void> {
  const { owner } = stage.base;
  const { organizationId, planOrderId, planOrderNumber, paidPlanOrderId } = rows;
  await owner.query("insert into organization (organization_id, name) values ($1, 'Homeroom') on conflict do nothing", [
    seller,
  ]);
  await owner.query(
    `insert into branch (organization_id, branch_id, name, time_zone) values ($1::uuid, $1::uuid, 'Homeroom', 'Asia/Hong_Kong')
     on conflict do nothing`,
    [seller],
  );
  await owner.query("insert into plan_seller (organization_id) values ($1) on conflict do nothing", [seller]);
  const stand = async (orderId: RecordId, orderNumber: string, status: "pending" | "paid") => {
    // One statement: what changes at the seller changes here too.
    await owner.query(
      `with sold as (
         insert into sale_order (organization_id, order_id, order_number, branch_id, buyer_name, currency, discount_kind,
           gross_minor, discount_minor, tax_minor, total_minor, pay_method, pay_type, status, confirm_status)
         values ($1::uuid, $2, $3, $1::uuid, '', 'HKD', 'none', 38800, 0, 0, 38800, 'bankTransfer', 'subscription', $4,
           'unconfirmed')
         on conflict (organization_id, order_id) do update
           set status = excluded.status, image_file_id = null, image_at = null
         returning order_number)
       insert into plan_order (organization_id, order_id, seller_id, order_number, kind, plan, paid_months, granted_months,
         amount_minor, currency, pay_method, title, status, given_at)
       select $5, $2::uuid, $1::uuid, order_number, 'subscription', 'basic', 1, 1, 38800, 'HKD', 'bankTransfer',
         $2::uuid::text, $4, case when $4 = 'paid' then now() end from sold
       on conflict (organization_id, order_id) do update set status = excluded.status, has_image = false`,
      [seller, orderId, orderNumber, status, organizationId],
    );
  };
  await restorePaypal(stage);
  await restoreFunds(stage, organizationId);
  const actor = { accountId: newId(), branchId: newId(), sessionId: "", viewsAs: null, nickname: "" };
  await owner.query(
    `insert into linked_card (organization_id, seller_id, provider, token, label, actor, linked_at)
     values ($1, $2, 'paypal', '\\x00', $3, $4, now())
     on conflict (organization_id) do update
       set token = excluded.token, label = excluded.label, linked_at = now(), setup_id = null`,
    [organizationId, seller, rows.linkedCardLabel, JSON.stringify(actor)],
  );
  await restoreServices(stage, rows);
  await stand(planOrderId, planOrderNumber, "pending");
  await stand(paidPlanOrderId, number(), "paid");
  const content = { organization: "", branch: "", address: "", buyer: "", orderNumber: "", lines: [], reason: "" };
  const amounts = { grossMinor: 38_800, discountMinor: 0, taxMinor: 0, taxIncluded: true, totalMinor: 38_800 };
  await owner.query(
    `insert into receipt (organization_id, receipt_id, order_id, kind, year, number, amount_minor, currency, content)
     select organization_id, $2, order_id, 'receipt', 2098, right(order_number, 8)::int, 38800, 'HKD', $3 from sale_order
     where order_id = $1 on conflict do nothing`,
    [paidPlanOrderId, newId(), JSON.stringify({ ...content, ...amounts, payMethod: "bankTransfer" })],
  );
}

/** How the seller takes money, and keeps the means of payment that renew plans. */
async function restorePaypal({ base: { owner, platform } }: Stage): Promise<void> {
  const { clientId: clientID, clientSecret, webhookId: webhookID } = readyAccounts.paypal;
  await owner.query(
    `insert into payment_platform (organization_id, platform_id, provider, status, fields, secrets)
     values ($1, $2, 'paypal', 1, $3, $4) on conflict do nothing`,
    [seller, newId(), JSON.stringify({ clientID, webhookID }), platform.secrets.seal({ clientSecret })],
  );
}

/** Enough messages and ad budget for every call that spends some. */
async function restoreFunds({ base: { owner } }: Stage, organizationId: OrganizationId): Promise<void> {
  await owner.query(
    `insert into ledger_balance (organization_id, unit, place, balance)
     select $1, unit, place, case place when 'available' then 1000000 when 'outside' then -1000000 else 0 end
     from unnest(array['message', 'adBudget']) as unit, unnest(array['outside', 'available', 'reserved', 'used']) as place
     on conflict (organization_id, unit, place) do update set balance = excluded.balance`,
    [organizationId],
  );
}

async function restoreServices(
  { base: { owner } }: Stage,
  { organizationId, adServiceId, reportedServiceId }: BillingRows & { organizationId: OrganizationId },
): Promise<void> {
  const report = JSON.stringify({ spentMinor: 70_000, impressions: 1, clicks: 1, leads: 1, note: "" });
  await owner.query(
    `insert into ad_service (organization_id, service_id, type, amount_minor, currency, status, report, reported_at)
     values ($1, $2, 'traffic', 70000, 'HKD', 'waiting', null, null),
       ($1, $3, 'traffic', 70000, 'HKD', 'finished', $4::jsonb, now())
     on conflict (organization_id, service_id) do update set status = excluded.status, agreed_at = null, version = 1`,
    [organizationId, adServiceId, reportedServiceId, report],
  );
}
