import { MailOutlined } from "@ant-design/icons";
import type { EmailSetting } from "@homeroom/contract/email-settings";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { DomainAdvice } from "./domain-advice.tsx";
import styles from "./email-card.module.css";

/** How a branch sends mail, or that it does not yet. */
export function EmailCard({ of, onEdit }: { of: EmailSetting; onEdit: () => void }) {
  const { t } = useTranslation("emailSettings");
  const can = useCan();
  const { branch, setting } = of;
  return (
    <article className={`${layout.card} ${layout.stack}`} aria-label={branch.name}>
      <header className={`${layout.middleWrap} ${layout.gap8x12}`}>
        <span
          className={`${layout.centre} ${layout.fixed} ${layout.round12} ${layout.sunkenGround} ${layout.text20} ${layout.ink} ${layout.height40} ${layout.width40}`}
          aria-hidden
        >
          <MailOutlined />
        </span>
        <div className={`${layout.grow} ${styles.words}`}>
          <h2 className={`${layout.title} ${layout.breaking}`}>{branch.name}</h2>
          <p className={`${layout.quiet} ${layout.breaking}`}>{setting ? setting.sender : t("none")}</p>
        </div>
        <StatusDot tone={setting ? "success" : "quiet"} label={t(setting ? "state.ready" : "state.none")} />
        {can("org:email:edit") && (
          <Button type={setting ? "default" : "primary"} onClick={onEdit}>
            {t(setting ? "change" : "setUp")}
          </Button>
        )}
      </header>
      {setting && (
        <>
          <FactList
            facts={[
              { label: t("fields.provider"), value: t(`providers.${setting.provider}`) },
              { label: t("fields.server"), value: `${setting.server}:${setting.port}` },
              { label: t("fields.security"), value: t(`securities.${setting.security}`) },
              { label: t("fields.username"), value: setting.username },
              { label: t("fields.senderName"), value: setting.senderName },
              { label: t("verified"), value: <RelativeTime value={setting.verifiedAt} /> },
            ]}
          />
          <DomainAdvice branchID={branch.branchID} sender={setting.sender} />
        </>
      )}
    </article>
  );
}
