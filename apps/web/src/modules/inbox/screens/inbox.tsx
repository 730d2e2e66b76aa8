import type { ConversationFilter } from "@homeroom/contract/chat";
import type { AccountId, ConversationId, RecordId } from "@homeroom/contract/ids";
import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { searchKey } from "#ui/filter-bar/filters.ts";
import { Page } from "#ui/page/page.tsx";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useConversationOfLead } from "../api/conversation-card.ts";
import type { ListFilters } from "../api/conversation-list.ts";
import { ConversationPane } from "../components/conversation/conversation-pane.tsx";
import { NothingOpen } from "../components/conversation/nothing-open.tsx";
import { ListPane } from "../components/list/list-pane.tsx";
import { PersonPane } from "../components/person/person-pane.tsx";
import { useInboxRealtime } from "../realtime.ts";
import {
  addressKeys,
  filterOf,
  isPersonShown,
  openedOf,
  withFilterTab,
  withOpened,
  withPerson,
} from "../rules/inbox-address.ts";
import styles from "./inbox.module.css";

/** Below this one column is shown at a time: list, conversation, person. */
const stackedBelow = 720;
/** Below this the person lies over the conversation instead of beside it. */
const foldedBelow = 1280;

/** The inbox: who has written, what was said, and who it is. What is open and what is filtered stand in the address. */
export function Inbox() {
  const { t } = useTranslation("inbox");
  const stacked = useNarrow(stackedBelow);
  const folded = useNarrow(foldedBelow);
  const { search, filters, openId, leadMissing, open, showTab, showPerson } = useInboxAddress(stacked);
  useInboxRealtime(filters, openId);

  const personAsked = isPersonShown(search);
  const showsPerson = openId !== null && (!folded || personAsked);
  const column = !stacked ? "all" : openId === null && !leadMissing ? "list" : personAsked ? "person" : "conversation";

  return (
    <Page fill bare>
      <h1 className="visually-hidden">{t("title")}</h1>
      <div className={styles.inbox} data-column={column} data-folded={folded || undefined}>
        <ListPane filters={filters} openId={openId} onOpen={open} onTab={showTab} />
        <section className={styles.conversation} aria-label={t("conversation")}>
          {openId ? (
            <ConversationPane
              key={openId}
              conversationId={openId}
              onBack={stacked ? () => open(null) : undefined}
              onPerson={folded ? () => showPerson(!personAsked) : undefined}
              onClose={() => open(null)}
            />
          ) : (
            <NothingOpen leadMissing={leadMissing} onBack={stacked ? () => open(null) : undefined} />
          )}
        </section>
        {showsPerson && (
          <PersonPane key={openId} conversationId={openId} onClose={folded ? () => showPerson(false) : undefined} />
        )}
      </div>
    </Page>
  );
}

function useInboxAddress(stacked: boolean) {
  const [search, setSearch] = useSearchParams();
  const address = search.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(address)), [address]);
  const opened = openedOf(search);
  const leadId = opened && "leadId" in opened ? opened.leadId : null;
  const ofLead = useConversationOfLead(leadId);
  const openId = opened && "conversationId" in opened ? opened.conversationId : null;

  // On one column at a time the way back is the browser's.
  const open = useCallback(
    (id: ConversationId | null) =>
      setSearch((now) => withOpened(now, id), { replace: !stacked || id === null, preventScrollReset: true }),
    [setSearch, stacked],
  );
  useEffect(() => {
    if (leadId && ofLead.data) setSearch((now) => withOpened(now, ofLead.data), { replace: true });
  }, [leadId, ofLead.data, setSearch]);

  const replace = { replace: true, preventScrollReset: true };
  return {
    search,
    filters: useStable(filters),
    openId,
    leadMissing: leadId !== null && (ofLead.isError || ofLead.data === null),
    open,
    showTab: (filter: ConversationFilter) => setSearch((now) => withFilterTab(now, filter), replace),
    showPerson: (shown: boolean) => setSearch((now) => withPerson(now, shown), replace),
  };
}

function filtersOf(search: URLSearchParams): ListFilters {
  const many = (key: string) => search.get(key)?.split(",").filter(Boolean) ?? [];
  return {
    filter: filterOf(search),
    sales: many(addressKeys.sales) as AccountId[],
    label: many(addressKeys.label) as RecordId[],
    keywords: search.get(searchKey) ?? "",
  };
}

/** The same object for as long as it says the same: opening a conversation does not make another list. */
function useStable(filters: ListFilters): ListFilters {
  const said = JSON.stringify(filters);
  return useMemo(() => JSON.parse(said) as ListFilters, [said]);
}
