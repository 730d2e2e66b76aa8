import type {
  ConversationFilter,
  ConversationOrder,
  ConversationRow,
  ConversationState,
} from "@homeroom/contract/chat";
import type { AccountId, ConversationId, MessageId, RecordId } from "@homeroom/contract/ids";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { searchKey } from "#ui/filter-bar/filters.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useConversationOfLead } from "../api/conversation-card.ts";
import { type ListFilters, prefetchList, rowAfter } from "../api/conversation-list.ts";
import { AskedByKey, type ShortcutRequest } from "../components/asked-by-key.ts";
import { FocusAtOnce } from "../components/composer/focus-at-once.ts";
import { conversationPaneId } from "../components/composer/focus-composer.ts";
import { ConversationPane, NothingOpen } from "../components/conversation/conversation-pane.tsx";
import { InboxKeys } from "../components/inbox-keys.tsx";
import { focusList } from "../components/list/list-focus.ts";
import { ListPane } from "../components/list/list-pane.tsx";
import { useRows } from "../components/list/use-rows.ts";
import { PersonPane } from "../components/person/person-pane.tsx";
import { StateDialogs } from "../components/states/state-dialogs.tsx";
import { useInboxRealtime } from "../realtime.ts";
import {
  addressKeys,
  branchOf,
  channelOf,
  filtersOf,
  isPersonShown,
  messageOf,
  openedOf,
  orderOf,
  stateOf,
  withFilterToggled,
  withOpened,
  withOrder,
  withoutMessage,
  withPerson,
  withState,
} from "../rules/inbox-address.ts";
import styles from "./inbox.module.css";

/** Below this width one column is shown at a time: list, conversation, person. */
const stackedBelow = 720;
/** Below this width the person pane covers the conversation instead of being beside it. */
const foldedBelow = 1280;

/** Prefetches the inbox's first list. */
export function prefetchInbox(): Promise<void> {
  return prefetchList(listFiltersOf(new URLSearchParams()));
}

/**
 * The inbox: the conversations, the open one, and its customer. What is open and what is filtered is in the address.
 */
export function Inbox() {
  const { t } = useTranslation("inbox");
  const stacked = useNarrow(stackedBelow);
  const folded = useNarrow(foldedBelow);
  const address = useInboxAddress(stacked);
  const { search, filters, openId, leadMissing, open, showPerson } = address;
  const rows = useRows();
  useInboxRealtime(filters, openId);
  // A person moving through the list by keyboard stays there; one who has opened a conversation wants to write.
  const [writes, setWrites] = useState(true);
  const [asked, setAsked] = useState<ShortcutRequest | null>(null);
  const asking = useMemo(() => ({ asked, onTaken: () => setAsked(null) }), [asked]);
  const handleOpen = useCallback(
    (id: ConversationId | null, messageId?: MessageId) => {
      setWrites(messageId === undefined);
      setAsked(null);
      open(id, messageId);
    },
    [open],
  );
  const handleAsk = (next: ShortcutRequest) => {
    if (next.conversationId !== openId) {
      setWrites(false);
      open(next.conversationId);
    }
    if (folded) showPerson(next.what !== "note");
    setAsked(next);
  };
  const handleLeave = useCallback(
    (row: ConversationRow) => {
      focusList();
      if (row.conversationId !== openId) return;
      setWrites(false);
      open(stacked ? null : rowAfter(filters, row));
    },
    [openId, open, stacked, filters],
  );
  const handleUnread = useCallback((id: ConversationId) => id === openId && open(null), [openId, open]);

  const personAsked = isPersonShown(search);
  const showsPerson = openId !== null && (!folded || personAsked);
  const column = !stacked ? "all" : openId === null && !leadMissing ? "list" : personAsked ? "person" : "conversation";

  return (
    <Page fill bare>
      <h1 className="visually-hidden">{t("title")}</h1>
      <StateDialogs onLeave={handleLeave} onUnread={handleUnread}>
        <InboxKeys rows={rows} openId={openId} onAsk={handleAsk} />
        <div
          className={laid("fill gridBox surface clip relative", styles.inbox)}
          data-column={column}
          data-folded={!showsPerson || folded || undefined}
        >
          <ListPane
            filters={filters}
            openId={openId}
            onOpen={handleOpen}
            onFilter={address.toggleFilter}
            onState={address.showState}
            onOrder={address.sort}
            onClear={address.clear}
            rows={rows.attach}
          />
          <AskedByKey value={asking}>
            <section
              id={conversationPaneId}
              className={laid("column narrowable surface shrinkable", styles.conversation)}
              aria-label={t("conversation")}
            >
              {openId ? (
                <FocusAtOnce value={writes}>
                  <ConversationPane
                    key={openId}
                    conversationId={openId}
                    onBack={stacked ? () => open(null) : undefined}
                    onPerson={folded ? () => showPerson(!personAsked) : undefined}
                    onClose={() => open(null)}
                    onOpen={address.openInstead}
                    messageId={messageOf(search)}
                    onShown={address.forgetMessage}
                  />
                </FocusAtOnce>
              ) : (
                <NothingOpen leadMissing={leadMissing} onBack={stacked ? () => open(null) : undefined} />
              )}
            </section>
            {showsPerson && (
              <PersonPane key={openId} conversationId={openId} onClose={folded ? () => showPerson(false) : undefined} />
            )}
          </AskedByKey>
        </div>
      </StateDialogs>
    </Page>
  );
}

function useInboxAddress(stacked: boolean) {
  const { search, changeQuery } = useAddress();
  const address = search.toString();
  const filters = useMemo(() => listFiltersOf(new URLSearchParams(address)), [address]);
  const opened = openedOf(search);
  const leadId = opened && "leadId" in opened ? opened.leadId : null;
  const ofLead = useConversationOfLead(leadId);
  const openId = openedIdOf(search);

  // With one column at a time, Back is the browser's.
  const open = useCallback(
    (id: ConversationId | null, messageId?: MessageId) =>
      changeQuery((now) => withOpened(now, id, messageId), !stacked || id === null),
    [changeQuery, stacked],
  );
  // Beside its message, and so that the way back does not lead here again.
  const openInstead = useCallback(
    (id: ConversationId) => changeQuery((now) => withOpened(now, id, messageOf(now))),
    [changeQuery],
  );
  useEffect(() => {
    if (leadId && ofLead.data) openInstead(ofLead.data);
  }, [leadId, ofLead.data, openInstead]);

  const forgetMessage = useCallback(() => changeQuery(withoutMessage), [changeQuery]);
  const isSearch = filters.keywords !== "";
  return {
    search,
    filters: useStable(filters),
    openId,
    leadMissing: leadId !== null && (ofLead.isError || ofLead.data === null),
    open,
    openInstead,
    forgetMessage,
    toggleFilter: (filter: ConversationFilter) => changeQuery((now) => withFilterToggled(now, filter)),
    showState: (state: ConversationState) => changeQuery((now) => withState(now, state, isSearch)),
    sort: (order: ConversationOrder) => changeQuery((now) => withOrder(now, order)),
    showPerson: (shown: boolean) => changeQuery((now) => withPerson(now, shown)),
    /** Removes every filter; the open conversation stays. */
    clear: () => changeQuery((now) => withOpened(new URLSearchParams(), openedIdOf(now))),
  };
}

function openedIdOf(search: URLSearchParams): ConversationId | null {
  const opened = openedOf(search);
  return opened && "conversationId" in opened ? opened.conversationId : null;
}

function listFiltersOf(search: URLSearchParams): ListFilters {
  const many = (key: string) => search.get(key)?.split(",").filter(Boolean) ?? [];
  const keywords = search.get(searchKey) ?? "";
  return {
    filters: filtersOf(search),
    state: stateOf(search, keywords !== ""),
    order: keywords === "" ? orderOf(search) : "latest",
    channel: channelOf(search),
    branch: branchOf(search),
    sales: many(addressKeys.sales) as AccountId[],
    label: many(addressKeys.label) as RecordId[],
    keywords,
  };
}

/** The same object as long as its content is the same: opening a conversation must not create another list. */
function useStable(filters: ListFilters): ListFilters {
  const said = JSON.stringify(filters);
  return useMemo(() => JSON.parse(said) as ListFilters, [said]);
}
