import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { ProductUses } from "#modules/products/public";

/**
 * The products that have transactions: those of orders that are open, were paid, or ever had money. An order that was
 * closed or cancelled without any is none.
 */
export const orderedProducts: ProductUses = {
  async usedAmong(tx, scope, ids) {
    const { rows } = await sql<{ id: RecordId }>`
      select asked.id from unnest(${sql.val([...ids])}::uuid[]) as asked(id)
      where exists (
        select from order_line line
        join sale_order sold on sold.organization_id = line.organization_id and sold.order_id = line.order_id
        where line.organization_id = ${scope.organizationId} and line.product_id = asked.id
          and (sold.status not in ('closed', 'cancelled') or exists (
            select from payment where payment.organization_id = sold.organization_id and payment.order_id = sold.order_id)))`.execute(
      tx,
    );
    return new Set(rows.map(({ id }) => id));
  },
};
