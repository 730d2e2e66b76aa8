import { sql } from "kysely";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";

/** The keys that ECPay publishes for the stage of its invoices, which the sandbox takes. */
const account = { merchantId: "2000132", keys: { hashKey: "ejCk326UnaZWKisg", hashIV: "q9jcZX8Ib9LM8wYk" } };

/** E-invoices are set up in Taiwan: the latest receipts have theirs, and the last one waits for an address of its buyer. */
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
