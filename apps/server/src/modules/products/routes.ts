import { catalogueSync } from "@homeroom/contract/catalogue-sync";
import type { Language } from "@homeroom/contract/language";
import { products } from "@homeroom/contract/products";
import { presentStoredPicture } from "#modules/files/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addProduct } from "./actions/add-product.ts";
import { editProduct, setProductStatus, uploadProductImage } from "./actions/edit-product.ts";
import { moveProduct } from "./actions/move-product.ts";
import { removeProducts } from "./actions/remove-products.ts";
import { restoreProducts } from "./actions/restore-products.ts";
import type { ProductUses } from "./port.ts";
import { presentProducts } from "./present.ts";
import { listProducts, loadProduct } from "./queries/products.ts";
import { currencyOf } from "./rules.ts";
import { startSync } from "./sync/actions/start-sync.ts";
import { presentItem, presentSyncs } from "./sync/present.ts";
import { findSync, syncItems } from "./sync/queries.ts";
import { exportProducts } from "./tables/actions/export-products.ts";

interface Parts {
  platform: Platform;
  uses: readonly ProductUses[];
}

export function bindProductRoutes(bind: Binder, { platform, uses }: Parts): void {
  const { db } = platform;
  bindReading(bind, platform);
  bind(products.add, (form, { actor }) => addProduct(db, actor, form));
  bind(products.edit, (form, { actor }) => editProduct(db, actor, form));
  bind(products.setStatus, ({ recordID, status }, { actor }) =>
    setProductStatus(db, actor, { productId: recordID, status }),
  );
  bind(products.remove, ({ ids }, { actor }) => removeProducts({ db, uses }, actor, ids));
  bind(products.restore, ({ ids }, { actor }) => restoreProducts(db, actor, ids));
  bind(products.move, ({ recordID, afterID }, { actor }) =>
    moveProduct(db, actor, { productId: recordID, afterId: afterID }),
  );
  bind(products.exportAll, (request, { actor, language }) => exportProducts(db, actor, { request, language }));
  bind(products.uploadImage, async (_, { actor, upload }) => {
    const file = await uploadProductImage(platform, actor, upload);
    return presentStoredPicture(platform, file);
  });
}

export function bindSyncRoutes(bind: Binder, { db }: Platform): void {
  const newest = (actor: Actor, language: Language) => {
    requirePermission(actor, "sale:product:sync");
    const scope = sharedScope(actor);
    return inTransaction(db, scope, (tx) => presentSyncs(tx, scope, language));
  };
  bind(catalogueSync.start, async ({ full }, { actor, language }) => {
    await startSync(db, actor, full);
    return newest(actor, language);
  });
  bind(catalogueSync.list, (_, { actor, language }) => newest(actor, language));
  bind(catalogueSync.items, ({ taskID, state, pageNum, pageSize }, { actor }) => {
    requirePermission(actor, "sale:product:sync");
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      if (!(await findSync(tx, scope, taskID))) throw new AppError("NOT_FOUND");
      const { items, total } = await syncItems(tx, scope, { syncId: taskID, state, pageNum, pageSize });
      return { list: items.map(presentItem), total, pageNum, pageSize };
    });
  });
}

function bindReading(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(products.list, ({ pageNum, pageSize, ...rest }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const day = today(await timeZoneOf(tx, scope, null));
      const page = await listProducts(tx, scope, { ...rest, today: day, pageNum, pageSize });
      const list = await presentProducts(platform, tx, { scope, products: page.products });
      const currency = currencyOf((await organizationOf(tx, scope))?.country ?? "");
      return { list, total: page.total, nextCursor: page.nextCursor, currency, pageNum, pageSize };
    });
  });
  bind(products.info, ({ recordID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const [row] = await presentProducts(platform, tx, {
        scope,
        products: [await loadProduct(tx, scope, recordID)],
      });
      if (!row) throw new AppError("NOT_FOUND");
      return row;
    });
  });
}
