import { HistoryOutlined } from "@ant-design/icons";
import type { PageInfo, PageVersion } from "@homeroom/contract/landing-pages";
import type { SplitArm } from "@homeroom/contract/landing-splits";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { usePageWrites, useVersions } from "../../api/pages.ts";
import { useSplit } from "../../api/splits.ts";
import { IconButton } from "./icon-button.tsx";
import { PastTests } from "./past-tests.tsx";
import type { PageDocument } from "./use-page-document.ts";

interface VersionButtonProps {
  page: PageInfo;
  document: PageDocument;
}

/** Earlier published versions, which can be published again, and the results of finished A/B tests. */
export function VersionButton({ page, document }: VersionButtonProps) {
  const { t } = useTranslation("landingPages");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={<HistoryOutlined />} name={t("versions.title")} onClick={() => setOpen(true)} />
      <Drawer open={open} title={t("versions.title")} size={400} onClose={() => setOpen(false)} destroyOnHidden>
        <Versions page={page} document={document} onDone={() => setOpen(false)} />
        <PastTests recordID={page.recordID} />
      </Drawer>
    </>
  );
}

function Versions({ page, document, onDone }: VersionButtonProps & { onDone: () => void }) {
  const { t } = useTranslation("landingPages");
  const mayPublish = useCan()("ad:landing:publish");
  const { confirm, done, failed } = useFeedback();
  const { rollBack } = usePageWrites();
  const versions = useVersions(page.recordID).data;
  const arms = useSplit(page.recordID, page.isSplit)?.arms;
  if (versions?.length === 0) return <EmptyState title={t("versions.none")} detail={t("versions.noneDetail")} />;
  const restore = async ({ recordID, number }: PageVersion) => {
    const question = {
      title: t("versions.ask", { number }),
      detail: t(page.isSplit ? "versions.askDetailSplit" : "versions.askDetail"),
      verb: t("versions.restore"),
    };
    if (!(await confirm(question))) return;
    try {
      await rollBack(page.recordID, recordID);
      await document.takeSaved();
      done(t("versions.restored", { number }));
      onDone();
    } catch (reason) {
      failed(reason);
    }
  };
  return (
    <ol className={layout.listed}>
      {versions?.map((version) => (
        <li key={version.recordID} className={laid("apart lineBelow gap12 pad8x0")}>
          <span className={layout.gridBox}>
            <b>{t("versions.number", { number: version.number })}</b>
            <span className={layout.hint}>
              {version.creator} <RelativeTime value={version.createTime} />
            </span>
          </span>
          <LiveOrRestored
            version={version}
            arm={arms?.find(({ number }) => number === version.number)?.arm}
            onRestore={mayPublish ? () => void restore(version) : undefined}
          />
        </li>
      ))}
    </ol>
  );
}

interface LiveOrRestoredProps {
  version: PageVersion;
  /** Which half of the visitors see it while a test runs. */
  arm: SplitArm | undefined;
  onRestore: (() => void) | undefined;
}

function LiveOrRestored({ version, arm, onRestore }: LiveOrRestoredProps) {
  const { t } = useTranslation("landingPages");
  if (arm) return <StatusDot tone="success" label={t(`versions.arms.${arm}`)} />;
  if (version.isLive) return <StatusDot tone="success" label={t("versions.live")} />;
  if (!onRestore) return null;
  return (
    <Button size="small" onClick={onRestore}>
      {t("versions.restore")}
    </Button>
  );
}
