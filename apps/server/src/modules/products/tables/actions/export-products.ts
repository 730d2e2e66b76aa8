import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language } from "@homeroom/contract/language";
import { products } from "@homeroom/contract/products";
import { recordChange } from "#modules/audit/public";
import { itemsByIds } from "#modules/lists/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { tableFile } from "#platform/tables/table-file";
import { allProducts } from "../../queries/products.ts";
import { productCells, productFileWords, productTable } from "../rules.ts";

type ExportRequest = RequestOf<(typeof products)["exportAll"]>;

/** The products that the list would show, as a table that an import reads. It is written into the audit log. */
export async function exportProducts(
  db: Database,
  actor: Actor,
  { request, language }: { request: ExportRequest; language: Language },
): Promise<Download> {
  requireAccess(actor, products.exportAll);
  const scope = sharedScope(actor);
  const { format, ...filters } = request;
  const { rows, day } = await inTransaction(db, scope, async (tx) => {
    const organizationDay = today(await timeZoneOf(tx, scope, null));
    const found = await allProducts(tx, scope, { ...filters, today: organizationDay });
    const types = await itemsByIds(tx, scope, [...new Set(found.flatMap(({ type_id: id }) => id ?? []))]);
    await recordChange(tx, actor, {
      module: "product",
      action: "exported",
      subject: { type: "product", id: "", name: productFileWords.export[language] },
      before: {},
      after: { count: found.length },
    });
    const cells = found.map((product) => {
      const typeName = (product.type_id && types.get(product.type_id)?.name) ?? "";
      return productCells(product, { typeName, language });
    });
    return { rows: cells, day: organizationDay };
  });
  const name = productFileWords.export[language];
  const columns = productTable.map(({ labels }) => labels[language]);
  return tableFile({ format, fileName: `${name} ${day}`, sheet: name, columns, rows });
}
