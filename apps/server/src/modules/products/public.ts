import type { Platform, ServerModule } from "#platform/server-module";
import type { ProductUses } from "./port.ts";
import { bindProductRoutes } from "./routes.ts";

export { typesOfProducts } from "./queries/type-uses.ts";

/** The catalogue of what an organisation sells. `uses` say which products were sold and stay. */
export function productsModule(platform: Platform, uses: readonly ProductUses[] = []): ServerModule {
  return { name: "products", routes: (bind) => bindProductRoutes(bind, { platform, uses }) };
}
