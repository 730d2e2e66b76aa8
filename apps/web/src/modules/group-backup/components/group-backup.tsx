import { CloudOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useBackupSetting } from "../api.ts";
import { BackupSettingCard } from "./backup-setting-card.tsx";
import styles from "./group-backup.module.css";
import { GroupViewer } from "./group-viewer.tsx";

/** The group chats of the current branch. */
export function GroupBackup() {
  const { t } = useTranslation("chatManage");
  const { branch } = useUser();
  const setting = useBackupSetting(branch.branchID);
  const late = useDelayed(setting.isPending);
  if (setting.isPending) return <div className={styles.waiting}>{late && <Skeleton height={320} />}</div>;
  if (!setting.data) return <ErrorState message={setting.error ?? ""} onRetry={() => void setting.refetch()} />;
  if (!setting.data.available)
    return (
      <div className={layout.frame}>
        <EmptyState icon={<CloudOutlined />} title={t("backup.none")} detail={t("backup.noneDetail")} />
      </div>
    );
  return (
    <div className={layout.stack}>
      <BackupSettingCard setting={setting.data} branchName={branch.name} />
      {setting.data.verifiedAt && <GroupViewer branchID={branch.branchID} />}
    </div>
  );
}
