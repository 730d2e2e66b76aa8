import { MessageOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import styles from "./conversation-pane.module.css";

interface NothingOpenProps {
  /** The address asks for a lead without a conversation that the person can see. */
  leadMissing: boolean;
  onBack?: (() => void) | undefined;
}

/** The middle column while nothing is open. */
export function NothingOpen({ leadMissing, onBack }: NothingOpenProps) {
  const { t } = useTranslation("inbox");
  return (
    <div className={laid("middle flexColumn justifyCentre flex1", styles.nothing)}>
      <EmptyState
        icon={<MessageOutlined />}
        title={t(leadMissing ? "open.noneWithLead" : "open.none")}
        detail={t(leadMissing ? "open.noneWithLeadDetail" : "open.noneDetail")}
        {...(onBack && { action: <Button onClick={onBack}>{t("back")}</Button> })}
      />
    </div>
  );
}
