import type { RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** List items and channels referenced by leads; implemented by the module of leads. */
export interface ListUses {
  /** The number of leads with each of these items of a list, counted up to a limit. */
  count(
    tx: Tx,
    scope: Scope,
    items: { list: CustomList; ids: readonly RecordId[] },
  ): Promise<ReadonlyMap<RecordId, number>>;
  /** Whether a lead or a note has the item. */
  isItemUsed(tx: Tx, scope: Scope, item: { list: CustomList; id: RecordId }): Promise<boolean>;
  /** The number of leads from each of these channels, counted up to a limit. */
  countChannels(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, number>>;
  /** Whether a lead came through the channel. */
  isChannelUsed(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean>;
}

/** Other users of lead channels or list items than leads; supplied by their modules. */
export interface OtherUses {
  /** Whether something refers to the channel and needs it. */
  isChannelUsed?(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean>;
  /** The number of records with each of these items of a list. */
  countItems?: ListUses["count"];
  /** Whether a record has the item. */
  isItemUsed?: ListUses["isItemUsed"];
}
