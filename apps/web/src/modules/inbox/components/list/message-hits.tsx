import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { keyed } from "#platform/keyed.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useRelativeText } from "#ui/time/use-relative-text.ts";
import { useMessageSearch } from "../../api/message-search.ts";
import { markedParts } from "../../rules/text-parts.ts";
import styles from "./search-results.module.css";

interface MessageHitsProps {
  keywords: string;
  onOpen: (id: ConversationId, messageId: MessageId) => void;
}

/** The messages found by a search, the newest first. Pressing one shows it in its conversation. */
export function MessageHits({ keywords, onOpen }: MessageHitsProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const relative = useRelativeText();
  const { hits, loading, error, hasMore, pages, retry } = useMessageSearch(keywords);
  const late = useDelayed(loading && hits.length === 0);
  if (error !== null && hits.length === 0) return <ErrorState message={error} onRetry={retry} />;
  if (late)
    return (
      <div className={laid("quiet text13", styles.none)} aria-hidden>
        <Skeleton width="70%" />
        <Skeleton width="90%" />
        <Skeleton width="55%" />
      </div>
    );
  if (!loading && hits.length === 0) return <p className={laid("quiet text13", styles.none)}>{t("find.noMessages")}</p>;
  return (
    <>
      <ul className={laid("unmarked", styles.hits)} aria-label={t("find.messages")}>
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <button
              type="button"
              className={laid(
                "bare wide gridBox pad8x12 text14 textColour textStart gap2x8 sinkable innerFocus",
                styles.hit,
              )}
              onClick={() => onOpen(hit.conversationId, hit.messageId)}
            >
              <span className={layout.cut}>{hit.nickname}</span>
              <time className={laid("small figures")} dateTime={hit.sentAt} title={dateTimeText(hit.sentAt, view)}>
                {relative(hit.sentAt)}
              </time>
              <span className={laid("clamp2 quiet breaking text13 leading20", styles.snippet)}>
                {hit.direction === "out" && `${t("find.us")} `}
                <MarkedText text={hit.snippet} keywords={keywords} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <MoreButton list={pages} label={t("find.more")} />
        </div>
      )}
    </>
  );
}

/** A text with the words of a search highlighted. */
function MarkedText({ text, keywords }: { text: string; keywords: string }) {
  return keyed(markedParts(text, keywords), (part) => part.text).map(({ key, item: part }) =>
    part.marked ? <mark key={key}>{part.text}</mark> : part.text,
  );
}
