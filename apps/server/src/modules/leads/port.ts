import type { AccountId, BranchId, ConversationId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Finds another module's files of the given leads, such as those of messages: they are removed when the leads are erased. */
export type FindLeadFiles = (tx: Tx, scope: Scope, ids: readonly LeadId[]) => Promise<FileId[]>;

/** Blanks another module's data of the given leads. Called in the transaction that erases them, before they are deleted. */
export type ForgetLeads = (tx: Tx, scope: Scope, ids: readonly LeadId[]) => Promise<void>;

/** What other modules do when leads are erased. */
export interface LeadErasure {
  readonly findFiles: readonly FindLeadFiles[];
  readonly forget: readonly ForgetLeads[];
}

/** The values of a lead that its conversation needs. */
export interface ConversationLead {
  readonly leadId: LeadId;
  readonly branchId: BranchId;
  readonly salesId: AccountId | null;
  readonly tutorId: AccountId | null;
}

/** What merges need from conversations, of which a lead has at most one; implemented by the inbox. */
export interface LeadConversations {
  /** Locks the channel contacts of leads; call it before locking the leads. */
  hold(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<void>;
  /**
   * Moves one lead's contacts and conversation to another. Two conversations are merged, their messages in the order in
   * which they came. Both leads are locked. The data for undoing is stored under the merge's id.
   */
  join(tx: Tx, scope: Scope, merge: { mergeId: RecordId; kept: ConversationLead; from: LeadId }): Promise<void>;
  /** Undoes a merge: the other lead's contacts, and their messages from before and since, return to it. */
  part(
    tx: Tx,
    scope: Scope,
    merge: { mergeId: RecordId; kept: ConversationLead; from: ConversationLead },
  ): Promise<void>;
  /** Which of the given leads have a conversation. */
  find(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<ReadonlyMap<LeadId, ConversationId>>;
}
