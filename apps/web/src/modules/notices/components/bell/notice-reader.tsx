import type { RecordId } from "@homeroom/contract/ids";
import { Button, Modal } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "#platform/query.ts";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { noticeKeys, useNotice } from "../../api/queries.ts";
import { NoticeBody, NoticeTags } from "../notice-parts.tsx";
import styles from "./bell.module.css";

interface NoticeReaderProps {
  id: RecordId;
  onClose: () => void;
}

/** One opened notice, or a message if it was revoked or failed to load. */
export function NoticeReader({ id, onClose }: NoticeReaderProps) {
  const { t } = useTranslation("notices");
  const { data: notice, error, isPending, refetch } = useNotice(id);
  const isGone = useIsGone(error);
  useEffect(() => {
    if (!notice) return;
    void queryClient.invalidateQueries({ queryKey: noticeKeys.counts });
    void queryClient.invalidateQueries({ queryKey: noticeKeys.mine });
  }, [notice]);

  return (
    <Modal
      open
      title={error ? t("reader.gone") : (notice?.title ?? " ")}
      onCancel={onClose}
      width={560}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("reader.close")}
        </Button>
      }
    >
      {isPending && (
        <div className={laid("column gap10 pad12")}>
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton width="70%" />
        </div>
      )}
      {isGone && <EmptyState title={t("reader.goneTitle")} detail={t("reader.goneDetail")} />}
      {error && !isGone && <ErrorState message={error} onRetry={() => void refetch()} />}
      {notice && !error && (
        <article className={laid("scrollY", styles.article)}>
          <p className={laid("rowWrap small below16")}>
            <NoticeTags type={notice.type} level={notice.level} />
            <span>{notice.publisherName}</span>
            <RelativeTime value={notice.publishTime} />
          </p>
          <NoticeBody {...notice} />
        </article>
      )}
    </Modal>
  );
}
