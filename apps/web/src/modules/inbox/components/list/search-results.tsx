import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import type { useConversationList } from "../../api/conversation-list.ts";
import { ConversationRows, type RowsHandle, rowHeight } from "./conversation-rows.tsx";
import { MessageHits } from "./message-hits.tsx";
import styles from "./search-results.module.css";

interface SearchResultsProps {
  keywords: string;
  list: ReturnType<typeof useConversationList>;
  openId: ConversationId | null;
  onOpen: (id: ConversationId | null, messageId?: MessageId) => void;
  rows: Ref<RowsHandle>;
}

const shownAtFirst = 4;
const nothingMore = { hasMore: false, loadMore: () => undefined, failedPage: null } as const;

/** The results of a search: first the people, then the messages. */
export function SearchResults({ keywords, list, openId, onOpen, rows }: SearchResultsProps) {
  const { t } = useTranslation("inbox");
  const [all, setAll] = useState(false);
  // Results of another search are not shown for this one.
  const known = list.changing ? [] : list.rows;
  const people = known.slice(0, shownAtFirst);
  const isMore = !list.changing && (list.rows.length > shownAtFirst || list.hasMore);
  const late = useDelayed(list.changing);
  if (all)
    return (
      <>
        <div className={laid("apart minHeight32", styles.heading)}>
          <h3 className={laid("hint strong")}>{t("find.people")}</h3>
          <Button size="small" type="link" onClick={() => setAll(false)}>
            {t("find.fewer")}
          </Button>
        </div>
        <ConversationRows ref={rows} list={list} openId={openId} onOpen={onOpen} />
      </>
    );
  return (
    <div className={laid("fill scrollDown")}>
      <div className={laid("apart minHeight32", styles.heading)}>
        <h3 className={laid("hint strong")}>{t("find.people")}</h3>
        {isMore && (
          <Button size="small" type="link" onClick={() => setAll(true)}>
            {t("find.allPeople")}
          </Button>
        )}
      </div>
      {people.length > 0 && (
        <div className={layout.column} style={{ height: people.length * rowHeight }}>
          <ConversationRows ref={rows} list={{ rows: people, ...nothingMore }} openId={openId} onOpen={onOpen} />
        </div>
      )}
      {late && (
        <div className={laid("quiet text13", styles.none)} aria-hidden>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </div>
      )}
      {people.length === 0 && !list.loading && !list.changing && (
        <p className={laid("quiet text13", styles.none)}>{t("find.noPeople")}</p>
      )}
      <div className={laid("apart minHeight32", styles.heading)}>
        <h3 className={laid("hint strong")}>{t("find.messages")}</h3>
      </div>
      <MessageHits keywords={keywords} onOpen={onOpen} />
    </div>
  );
}
