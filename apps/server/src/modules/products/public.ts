import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import type { CatalogueKeeper, ProductUses } from "./port.ts";
import { bindProductRoutes, bindSyncRoutes } from "./routes.ts";
import { type SyncPace, syncRun, syncWork, usualPace } from "./sync/actions/carry-on-sync.ts";

export type { ProductUses } from "./port.ts";
export { inboxProducts } from "./queries/inbox-products.ts";
export { findProducts } from "./queries/products.ts";
export { picturesOfProducts, typesOfProducts } from "./queries/uses.ts";
export { productImport } from "./tables/actions/import-products.ts";

interface ModuleParts {
  /** The service of Facebook's catalogue. */
  keeper: CatalogueKeeper;
  /** Reports which products were sold and cannot be deleted. */
  uses: readonly ProductUses[];
  pace?: SyncPace;
}

/** The product catalogue of an organisation, and in a worker its syncs with Facebook. */
export function productsModule(platform: Platform, { keeper, uses, pace = usualPace }: ModuleParts): ServerModule {
  return {
    name: "products",
    routes(bind) {
      bindProductRoutes(bind, { platform, uses });
      bindSyncRoutes(bind, platform);
    },
    ...runParts(platform, syncRun, syncWork({ platform, keeper, pace })),
  };
}
