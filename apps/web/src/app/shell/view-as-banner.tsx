import { EyeOutlined } from "@ant-design/icons";
import { roles } from "@homeroom/contract/roles";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#platform/api.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import styles from "./view-as-banner.module.css";

/** Shows on every screen that the product is viewed as a role, with a button to end it. */
export function ViewAsBanner({ role }: { role: string }) {
  const { t } = useTranslation("shell");
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleEnd = async () => {
    setBusy(true);
    try {
      await api.call(roles.endViewAs, {});
      // Everything is reloaded, so that nothing that was read as the role stays.
      window.location.assign("/system/role");
    } catch (reason) {
      setBusy(false);
      failed(reason);
    }
  };
  return (
    <div className={laid("row warning fixed warningTint", styles.banner)} role="status">
      <EyeOutlined aria-hidden />
      <span className={laid("grow flexBox gap12 oneLine clip")}>
        <b className={laid("strong ellipsis clip")}>{t("viewAs.line", { name: role })}</b>
        <span className={styles.note}>{t("viewAs.note")}</span>
      </span>
      <Button size="small" loading={busy} onClick={() => void handleEnd()}>
        {t("viewAs.end")}
      </Button>
    </div>
  );
}
