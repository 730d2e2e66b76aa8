import { BellOutlined } from "@ant-design/icons";
import type { RecordId } from "@homeroom/contract/ids";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { readId } from "#platform/ids.ts";
import { CountBadge } from "#ui/badge/count-badge.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useUnreadCounts } from "../../api/queries.ts";
import { useLiveBell } from "../../realtime.ts";

const Drawer = lazy(() => import("antd/es/drawer"));
const BellPanel = lazy(() => import("./bell-panel.tsx").then((panel) => ({ default: panel.BellPanel })));
const NoticeReader = lazy(() => import("./notice-reader.tsx").then((reader) => ({ default: reader.NoticeReader })));

/** The address key of the open notice. */
const openKey = "notice";

/** What is new for the person on every screen: the count, the list, and urgent notices at once. */
export function Bell({ className }: { className?: string | undefined }) {
  const { t } = useTranslation("shell");
  const [listed, setListed] = useState(false);
  const { search, change } = useAddress();
  const narrow = useNarrow(576);
  const counts = useUnreadCounts();
  useLiveBell();

  const unread = (counts?.notices ?? 0) + (counts?.notifications ?? 0);
  const opened = readId<RecordId>(search.get(openKey)) ?? null;
  const open = (id: RecordId | null) => change({ [openKey]: id });

  const label = unread > 0 ? t("bell.unread", { number: unread > 99 ? "99+" : unread }) : t("bell.label");
  const button = (
    <button type="button" className={className} aria-label={label} title={label} onClick={() => setListed(!listed)}>
      <CountBadge count={unread}>
        <BellOutlined style={{ fontSize: 16 }} />
      </CountBadge>
    </button>
  );
  const panel = listed && (
    <Suspense fallback={<div style={{ height: 420 }} />}>
      <BellPanel
        onClose={() => setListed(false)}
        onNotice={(id) => {
          setListed(false);
          open(id);
        }}
      />
    </Suspense>
  );

  return (
    <>
      {narrow ? (
        <>
          {button}
          <Suspense fallback={null}>
            {listed && (
              <Drawer
                open
                onClose={() => setListed(false)}
                size="100%"
                title={t("bell.label")}
                styles={{ body: { padding: 0 } }}
              >
                {panel}
              </Drawer>
            )}
          </Suspense>
        </>
      ) : (
        <Popover
          open={listed}
          onOpenChange={setListed}
          trigger="click"
          placement="bottomRight"
          arrow={false}
          content={<div style={{ width: 380 }}>{panel}</div>}
          styles={{ container: { padding: 0 } }}
        >
          {button}
        </Popover>
      )}
      <Suspense fallback={null}>
        {opened && <NoticeReader key={opened} id={opened} onClose={() => open(null)} />}
        {!opened && <UrgentNotices ids={counts?.urgent ?? []} />}
      </Suspense>
    </>
  );
}

/** Urgent notices open automatically, one after another, each once. */
function UrgentNotices({ ids }: { ids: readonly RecordId[] }) {
  const [closed, setClosed] = useState<readonly RecordId[]>([]);
  const [shown, setShown] = useState<RecordId | null>(null);
  const next = shown ?? ids.find((id) => !closed.includes(id)) ?? null;
  // Reading removes it from the unread ones: it stays open until it is closed.
  if (next !== shown) setShown(next);
  if (!next) return null;
  const handleClose = () => {
    setClosed([...closed, next]);
    setShown(null);
  };
  return <NoticeReader key={next} id={next} onClose={handleClose} />;
}
