import type { RecordId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { useMyNotices } from "../../api/queries.ts";
import { NoticeTags } from "../notice-parts.tsx";
import { Row, RowList } from "./row-list.tsx";

/** The notices for the reader. */
export function NoticeRows({ onOpen }: { onOpen: (id: RecordId) => void }) {
  const { t } = useTranslation("notices");
  return (
    <RowList
      query={useMyNotices()}
      keyOf={(notice) => notice.recordID}
      empty={{ title: t("bell.noNotices"), detail: t("bell.noNoticesDetail") }}
      render={(notice) => (
        <Row
          title={notice.title}
          tags={<NoticeTags type={notice.type} level={notice.level} />}
          detail={notice.excerpt}
          time={notice.publishTime}
          isRead={notice.isRead}
          onOpen={() => onOpen(notice.recordID)}
        />
      )}
    />
  );
}
