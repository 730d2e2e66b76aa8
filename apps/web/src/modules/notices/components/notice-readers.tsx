import type { RecordId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useReaders } from "../api/queries.ts";
import styles from "./notice-panel.module.css";

/** The recipients of a notice, unread first. */
export function NoticeReaders({ id, isOut }: { id: RecordId; isOut: boolean }) {
  const { t } = useTranslation("notices");
  const query = useReaders(id);
  const { data, error, isPending, refetch, hasNextPage } = query;
  const people = data?.pages.flatMap((page) => page.list) ?? [];
  if (isPending) return <Skeleton width="50%" />;
  if (error && !data) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (people.length === 0) return <EmptyState title={t("panel.nobody")} detail={t("panel.nobodyDetail")} />;
  return (
    <ul className={layout.bareList}>
      {people.map((person) => (
        <li key={person.accountID} className={laid("middle lineBelow gap12", styles.reader)}>
          <Avatar name={person.nickname} picture={null} size={24} />
          <span className={laid("cut grow")}>{person.nickname}</span>
          <span className={laid("quiet figures")}>
            {person.readTime ? <RelativeTime value={person.readTime} /> : isOut && t("panel.unread")}
          </span>
        </li>
      ))}
      {hasNextPage && (
        <li>
          <MoreButton list={query} label={t("bell.more")} />
        </li>
      )}
    </ul>
  );
}
