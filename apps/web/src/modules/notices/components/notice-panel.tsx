import { DeleteOutlined, EditOutlined, RollbackOutlined, SendOutlined } from "@ant-design/icons";
import type { RecordId } from "@homeroom/contract/ids";
import { type NoticeRow, publishStates } from "@homeroom/contract/notices";
import { Button, Drawer, Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useNoticeForm } from "../api/queries.ts";
import { useChangeNotice } from "../api/writes.ts";
import { NoticeBody, NoticeTags, PublishState } from "./notice-parts.tsx";
import { NoticeReaders } from "./notice-readers.tsx";

interface NoticePanelProps {
  id: RecordId;
  /** Its row of the list, when that is loaded. */
  row: NoticeRow | undefined;
  onEdit: () => void;
  onClose: () => void;
}

/** One notice beside the list: its content, its readers, and the actions. */
export function NoticePanel({ id, row, onEdit, onClose }: NoticePanelProps) {
  const { t } = useTranslation("notices");
  const narrow = useNarrow(720);
  const { data: notice, error, refetch } = useNoticeForm(id);
  return (
    <Drawer
      open
      onClose={onClose}
      size={narrow ? "100%" : 640}
      title={notice?.title ?? ""}
      footer={notice && <Actions notice={{ ...notice, recordID: id, row }} onEdit={onEdit} onClose={onClose} />}
    >
      {error && <ErrorState message={error} onRetry={() => void refetch()} />}
      {!notice && !error && <Skeleton width="60%" />}
      {notice && (
        <>
          <p className={laid("middleWrap quiet gap8x12 below8")}>
            <PublishState state={notice.publishStatus} />
            <NoticeTags type={notice.type} level={notice.level} />
            <span>{t(`target.${notice.targetType}`)}</span>
            {row?.publisherName && <span>{row.publisherName}</span>}
            <RelativeTime value={row?.publishTime} />
          </p>
          <Tabs
            items={[
              { key: "content", label: t("panel.content"), children: <NoticeBody {...notice} /> },
              {
                key: "readers",
                label: row ? t("panel.readersOf", { read: row.readCount, all: row.targetCount }) : t("panel.readers"),
                children: <NoticeReaders id={id} isOut={notice.publishStatus === publishStates.published} />,
              },
            ]}
          />
        </>
      )}
    </Drawer>
  );
}

interface PanelNotice {
  recordID: RecordId;
  title: string;
  version: number;
  publishStatus: number;
  row: NoticeRow | undefined;
}

function Actions({ notice, onEdit, onClose }: { notice: PanelNotice; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation("notices");
  const can = useCan();
  const { confirm, done, failed } = useFeedback();
  const change = useChangeNotice();
  const isOut = notice.publishStatus === publishStates.published;

  const act = async (verb: "publish" | "revoke" | "remove") => {
    const agreed = await confirm({
      title: t(`ask.${verb}.title`, { title: notice.title }),
      detail:
        verb === "publish" && !notice.row
          ? t("ask.publish.uncounted")
          : t(`ask.${verb}.detail`, { count: notice.row?.targetCount ?? 0 }),
      verb: t(`verb.${verb}`),
      danger: verb !== "publish",
    });
    if (!agreed) return;
    change.mutate(
      { verb, notice },
      {
        onSuccess: () => {
          done(t(`done.${verb}`));
          if (verb === "remove") onClose();
        },
        onError: failed,
      },
    );
  };

  return (
    <div className={layout.line}>
      {!isOut && can("sys:notice:delete") && (
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          disabled={change.isPending}
          onClick={() => void act("remove")}
        >
          {t("verb.remove")}
        </Button>
      )}
      <span className={layout.flex1} />
      {!isOut && can("sys:notice:edit") && (
        <Button icon={<EditOutlined />} onClick={onEdit}>
          {t("verb.edit")}
        </Button>
      )}
      {!isOut && can("sys:notice:publish") && (
        <Button type="primary" icon={<SendOutlined />} loading={change.isPending} onClick={() => void act("publish")}>
          {t("verb.publish")}
        </Button>
      )}
      {isOut && can("sys:notice:revoke") && (
        <Button danger icon={<RollbackOutlined />} loading={change.isPending} onClick={() => void act("revoke")}>
          {t("verb.revoke")}
        </Button>
      )}
    </div>
  );
}
