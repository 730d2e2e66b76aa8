import { palette, paletteKinds } from "@homeroom/contract/palette";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform, ServerModule } from "#platform/server-module";
import { finders } from "./queries.ts";

/** The search (Ctrl+K) over everything that a person can see. */
export function paletteModule(platform: Platform): ServerModule {
  return { name: "palette", routes: (bind) => bindPaletteRoutes(bind, platform) };
}

function bindPaletteRoutes(bind: Binder, { db }: Platform): void {
  bind(palette.find, ({ keywords, kinds = paletteKinds }, { actor }) =>
    inTransaction(db, sharedScope(actor), async (tx) => {
      const list = [];
      for (const kind of paletteKinds)
        if (kinds.includes(kind)) list.push(...(await finders[kind]({ tx, actor, keywords })));
      return { list };
    }),
  );
}
