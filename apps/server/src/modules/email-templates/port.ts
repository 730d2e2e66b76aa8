import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What needs e-mail templates. Both are called in the transaction of the change, with the template locked. */
export interface EmailTemplateUses {
  /** Whether a template that is to be removed is still needed. */
  isUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean>;
  /** A template says something else from now on. */
  contentChanged(tx: Tx, scope: Scope, templateId: RecordId): Promise<void>;
}
