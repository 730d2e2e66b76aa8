import { CheckOutlined, SettingOutlined } from "@ant-design/icons";
import type { RecordId } from "@homeroom/contract/ids";
import { Button, Tabs } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useMyNotices, useUnreadCounts } from "../../api/queries.ts";
import { useReadAll } from "../../api/writes.ts";
import { NoticeTags } from "../notice-parts.tsx";
import styles from "./bell.module.css";
import { NotificationRows } from "./notification-rows.tsx";
import { Row, RowList } from "./row-list.tsx";

interface BellPanelProps {
  onClose: () => void;
  onNotice: (id: RecordId) => void;
}

/** What is new, in two tabs: the person's notifications, and the notices. */
export function BellPanel({ onClose, onNotice }: BellPanelProps) {
  const { t } = useTranslation("notices");
  const navigate = useNavigate();
  const counts = useUnreadCounts();
  const { failed } = useFeedback();
  const readAll = useReadAll();
  const [told, mine] = [counts?.notifications ?? 0, counts?.notices ?? 0];
  const [tab, setTab] = useState<"told" | "mine">(told === 0 && mine > 0 ? "mine" : "told");
  const leave = (address: string) => {
    onClose();
    void navigate(address);
  };
  const label = (text: string, count: number) => (
    <span className={layout.inlineRow}>
      {text}
      {count > 0 && (
        <span className={laid("figures pad0x4 round8 filled white text12 textCentre")}>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </span>
  );

  return (
    <div className={laid("column", styles.panel)}>
      <Tabs
        activeKey={tab}
        onChange={(key) => setTab(key as "told" | "mine")}
        className={styles.tabs}
        items={[
          { key: "told", label: label(t("bell.told"), told), children: <NotificationRows onOpen={leave} /> },
          { key: "mine", label: label(t("bell.notices"), mine), children: <NoticeRows onOpen={onNotice} /> },
        ]}
      />
      <footer className={laid("flexBox justifyBetween pad8 lineAbove")}>
        <Button
          type="text"
          size="small"
          icon={<CheckOutlined />}
          disabled={(tab === "told" ? told : mine) === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate(tab, { onError: failed })}
        >
          {t("bell.readAll")}
        </Button>
        <Button
          type="text"
          size="small"
          icon={<SettingOutlined />}
          onClick={() => leave("/system/setting?tab=notifications")}
        >
          {t("bell.settings")}
        </Button>
      </footer>
    </div>
  );
}

/** The notices for the reader. */
function NoticeRows({ onOpen }: { onOpen: (id: RecordId) => void }) {
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
