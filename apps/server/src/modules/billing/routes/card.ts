import { linkedCard } from "@homeroom/contract/linked-card";
import type { Payments } from "#modules/payments/public";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { canLinkCard, finishLink, startLink, unlinkCard } from "../actions/link-card.ts";
import { presentCard } from "../present.ts";
import { accountOf } from "../queries/account.ts";
import { linkedCardOf } from "../queries/linked-card.ts";

export function bindCardRoutes(bind: Binder, payments: Payments): void {
  bind(linkedCard.info, async (_request, { actor }) => {
    const scope = sharedScope(actor);
    const card = await inTransaction(payments.platform.db, scope, async (tx) =>
      presentCard(await linkedCardOf(tx, scope), await accountOf(tx, scope, new Date())),
    );
    return { canLink: await canLinkCard(payments, actor), card };
  });
  bind(linkedCard.link, async (_request, { actor }) => ({ url: await startLink(payments, actor) }));
  bind(linkedCard.finish, (_request, { actor }) => finishLink(payments, actor));
  bind(linkedCard.unlink, (_request, { actor }) => unlinkCard(payments, actor));
}
