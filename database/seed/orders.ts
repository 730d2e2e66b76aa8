import { sql } from "kysely";
import { day, dayOf } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
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
  type Sold,
  seriesRows,
} from "./order-rows.ts";
import type { SeedOrganization } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { writeRows } from "./write-rows.ts";

/** What is sold where the organisation has no catalogue. */
const courses = [
  ["英語會話班（12 堂）", 9600_00],
  ["數學思考班（16 堂）", 12800_00],
  ["鋼琴個別課（10 堂）", 13500_00],
  ["作文班（8 堂）", 6400_00],
  ["教材費", 1200_00],
] as const;

/** Orders of 90 days in every state: paid ones for the deals, and others for leads that are on the way to one. */
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

/** What paid orders brought, as the product writes it down when one is paid. */
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

/** The leads with a deal, with when it was made, and those that asked in the last two weeks. */
async function buyersOf(tx: SeedTx, { organizationId }: SeedOrganization, now: number): Promise<Buyer[]> {
  const { rows } = await sql<Omit<Buyer, "at" | "askedAt"> & { moment: Date; asked: Date }>`
    select lead_id as "leadId", branch_id as "branchId", sales_id as "salesId", nickname,
      created_at as asked, coalesce(deal_at, created_at) as moment, deal_at is not null as "isDeal"
    from lead where organization_id = ${organizationId} and deleted_at is null
      and (deal_at is not null or created_at > ${new Date(now - 14 * day)})
    order by moment, lead_id`.execute(tx);
  return rows.map(({ moment: at, asked, ...buyer }) => ({ ...buyer, at: at.getTime(), askedAt: asked.getTime() }));
}

async function soldOf(tx: SeedTx, organization: SeedOrganization): Promise<Sold[]> {
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
