import { CopyOutlined, DeleteOutlined } from "@ant-design/icons";
import type { UtmLink } from "@homeroom/contract/media";
import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./link-card.module.css";
import { LinkCard } from "./link-card.tsx";

interface LinkPanelProps {
  link: UtmLink;
  onClose: () => void;
  /** Builds another link from its values. */
  onAgain?: () => void;
  onRemove?: () => Promise<void>;
}

const facts = ["url", "source", "medium", "campaign", "term", "content", "creator"] as const;
const width = 560;

/** One campaign link with its QR code. */
export function LinkPanel({ link, onClose, onAgain, onRemove }: LinkPanelProps) {
  const { t } = useTranslation("utm");
  const narrow = useNarrow(width + 40);
  return (
    <Drawer
      open
      title={link.campaign}
      size={narrow ? "100%" : width}
      onClose={onClose}
      extra={
        <>
          {onAgain && (
            <Button type="text" icon={<CopyOutlined />} onClick={onAgain}>
              {t("again")}
            </Button>
          )}
          {onRemove && (
            <PendingButton type="text" icon={<DeleteOutlined />} run={onRemove}>
              {t("remove")}
            </PendingButton>
          )}
        </>
      }
    >
      <LinkCard link={link.link} name={link.campaign} />
      <dl className={laid("gridBox gap4x16", styles.detail)}>
        {facts
          .filter((fact) => link[fact] !== "")
          .flatMap((fact) => [
            <dt className={layout.quiet} key={fact}>
              {t(`fields.${fact}`)}
            </dt>,
            <dd className={layout.breaking} key={`${fact} value`}>
              {link[fact]}
            </dd>,
          ])}
        <dt className={layout.quiet}>{t("fields.createTime")}</dt>
        <dd className={layout.breaking}>
          <RelativeTime value={link.createTime} />
        </dd>
      </dl>
    </Drawer>
  );
}
