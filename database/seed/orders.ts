import { sql } from "kysely";
import { day, dayOf } from "./clock.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import { endOf } from "./order-ends.ts";
import {
  type Buyer,
  eventRows,
  lineRows,
  logRow,
  newDraft,
  orderRow,
  paymentRows,
  receiptRows,
  refundRows,
  type SoldItem,
  seriesRows,
} from "./order-rows.ts";
import type { SeedOrganization } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { writeRows } from "./write-rows.ts";

/** The items of organisations without a catalogue. */
const courses = [
  ["英語會話班（12 堂）", 9600_00],
  ["數學思考班（16 堂）", 12800_00],
  ["鋼琴個別課（10 堂）", 13500_00],
  ["作文班（8 堂）", 6400_00],
  ["教材費", 1200_00],
] as const;

/** Orders of 90 days in every state: paid ones for the deals, and others for leads on the way to one. */
export async function writeOrders(tx: SeedTx, organization: SeedOrganization, now: number): Promise<void> {
  const random = createRandom(organization.seed + 5_000);
  const products = await soldOf(tx, organization);
  const numbers = new Set<string>();
  const buyers = await buyersOf(tx, organization, now);
  const drafts = buyers.flatMap((buyer) => {
    const end = endOf(random, buyer, now);
    if (!end) return [];
    const of = { organization_id: organization.organizationId, order_id: random.id() };
    const number = newNumber(random, numbers, end.madeAt);
    return [newDraft({ random, of, number, buyer, end, products })];
  });
  await writeRows(tx, "sale_order", drafts.map(orderRow));
  await writeRows(tx, "order_line", drafts.flatMap(lineRows));
  await writePurchases(tx, organization);
  await writeRows(tx, "payment", drafts.flatMap(paymentRows));
  await writeRows(tx, "refund", drafts.flatMap(refundRows));
  await writeRows(tx, "order_event", drafts.flatMap(eventRows));
  await writeRows(tx, "lead_log", drafts.map(logRow));
  const branches = new Map(organization.branches.map(({ branchId, name }) => [branchId, name]));
  const receipts = receiptRows(drafts, { organization: organization.name, branches });
  await writeRows(tx, "receipt", receipts);
  await writeRows(tx, "receipt_series", seriesRows(receipts));
}

/** The results of paid orders, as the product records them on payment. */
async function writePurchases(tx: SeedTx, { organizationId }: SeedOrganization): Promise<void> {
  await sql`
    insert into purchase (organization_id, purchase_id, order_id, position, bought_on, valid_until, taken_back_at, lessons)
    select line.organization_id, gen_random_uuid(), line.order_id, line.position, bought.on_day,
      case term.kind when 'validity' then bought.on_day + term.valid_days when 'expiry' then term.expiry_date end,
      case when sold.status = 'refunded' then sold.updated_at end, term.lessons * line.quantity
    from sale_order sold
    join order_line line using (organization_id, order_id)
    left join order_product_term term using (organization_id, product_id)
    cross join lateral (select branch_day(sold.organization_id, sold.branch_id, sold.paid_at) as on_day) bought
    where sold.organization_id = ${organizationId} and sold.status in ('paid', 'refunded') and sold.paid_at is not null`.execute(
    tx,
  );
}

/** The leads with a deal and its time, and those that asked in the last two weeks. */
async function buyersOf(tx: SeedTx, { organizationId }: SeedOrganization, now: number): Promise<Buyer[]> {
  const { rows } = await sql<Omit<Buyer, "at" | "askedAt"> & { moment: Date; asked: Date }>`
    select lead_id as "leadId", branch_id as "branchId", sales_id as "salesId", nickname,
      created_at as asked, coalesce(deal_at, created_at) as moment, deal_at is not null as "isDeal"
    from lead where organization_id = ${organizationId} and deleted_at is null
      and (deal_at is not null or created_at > ${new Date(now - 14 * day)})
    order by moment, lead_id`.execute(tx);
  return rows.map(({ moment: at, asked, ...buyer }) => ({ ...buyer, at: at.getTime(), askedAt: asked.getTime() }));
}

async function soldOf(tx: SeedTx, organization: SeedOrganization): Promise<SoldItem[]> {
  const products = await tx
    .selectFrom("order_product")
    .select(["product_id as productId", "name", "price_minor as priceMinor", "currency"])
    .where("organization_id", "=", organization.organizationId)
    .orderBy("sort")
    .execute();
  if (products.length > 0) return products;
  const currency = organization.country === "TW" ? "TWD" : "HKD";
  return courses.map(([name, priceMinor]) => ({ productId: null, name, priceMinor, currency }));
}

function newNumber(random: Random, numbers: Set<string>, at: number): string {
  for (;;) {
    const number = `${dayOf(at).replaceAll("-", "")}${String(random.between(0, 99_999_999)).padStart(8, "0")}`;
    if (numbers.has(number)) continue;
    numbers.add(number);
    return number;
  }
}

/** Some open orders are paid in three parts: the first of some is late, the first of others is due next week. */
export async function writeInstalments(tx: SeedTx, { organizationId, now }: SeedOrganization & { now: number }) {
  const today = sql`(${new Date(now)}::timestamptz at time zone 'Asia/Taipei')::date`;
  await sql`
    with chosen as (
      select order_id, total_minor, row_number() over (order by created_at desc, order_id) as place from sale_order
      where organization_id = ${organizationId} and status = 'pending' and paid_minor = 0 and image_at is null
        and pay_method = 'cash' and total_minor >= 300000
      order by created_at desc, order_id limit 8),
    part as (
      select order_id, position,
        ${today} + (case when place % 2 = 0 then -10 else 7 end) + (position - 1) * 30 as due_on,
        case position when 1 then total_minor - 2 * (total_minor / 300 * 100) else total_minor / 300 * 100 end as amount_minor
      from chosen, generate_series(1, 3) position),
    written as (
      insert into order_instalment (organization_id, order_id, position, due_on, amount_minor)
      select ${organizationId}::uuid, order_id, position, due_on, amount_minor from part)
    update sale_order set instalment_count = 3, expires_at = null, next_due_on = part.due_on from part
    where sale_order.organization_id = ${organizationId} and sale_order.order_id = part.order_id and part.position = 1`.execute(
    tx,
  );
  await sql`
    update sale_order set line_names = (select coalesce(string_agg(line.name, ' ' order by line.position), '')
      from order_line line where line.organization_id = sale_order.organization_id and line.order_id = sale_order.order_id)
    where organization_id = ${organizationId} and line_names is null`.execute(tx);
}

/** ECPay's published keys for its invoice stage, which the sandbox accepts. */
const account = { merchantId: "2000132", keys: { hashKey: "ejCk326UnaZWKisg", hashIV: "q9jcZX8Ib9LM8wYk" } };

/** E-invoices are set up in Taiwan: the latest receipts have one each, and the last one waits for its buyer's address. */
export async function writeTaxInvoices(tx: SeedTx, kit: SeedKit, organization: SeedOrganization): Promise<void> {
  if (organization.country !== "TW") return;
  const { organizationId } = organization;
  await tx
    .insertInto("receipt_setting")
    .values({
      ...{ organization_id: organizationId, kind: "twInvoice", merchant_id: account.merchantId },
      ...{ school_name: "", school_number: "", venue: "", supervisor: "", updated_by: null },
      secrets: kit.sealSecrets(account.keys),
    })
    .execute();
  await sql`
    insert into tax_invoice (organization_id, task_id, order_id, receipt_id, way, amount_minor, content, state, number,
      invoice_day, problem, attempts, next_attempt_at, created_at, updated_at)
    select organization_id, receipt_id, order_id, receipt_id, 'invoice', amount_minor,
      jsonb_build_object('taxType', 'taxable',
        'items', jsonb_build_array(jsonb_build_object('name', '課程', 'count', 1, 'amount', amount_minor / 100)),
        'buyer', jsonb_build_object('name', content ->> 'buyer', 'email', '', 'phone', ''),
        'choice', jsonb_build_object('kind', (array['member', 'mobileBarcode', 'donation'])[1 + place % 3],
          'carrier', case place % 3 when 1 then '/ABC1234' else '' end,
          'loveCode', case place % 3 when 2 then '168001' else '' end,
          'companyNumber', '', 'companyName', '', 'email', '')),
      case place when 1 then 'failed' else 'done' end,
      case place when 1 then '' else 'QQ' || (20000000 - place) end,
      case place when 1 then '' else to_char(issued_at at time zone 'Asia/Taipei', 'YYYY-MM-DD') end,
      case place when 1 then 'noContact' end, 1, null, issued_at, issued_at
    from (select receipt.*, row_number() over (order by issued_at desc, receipt_id) as place from receipt
      where organization_id = ${organizationId} and kind = 'receipt' and currency = 'TWD' and amount_minor > 0) given
    where place <= 24`.execute(tx);
}
