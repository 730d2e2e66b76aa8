import { MailOutlined } from "@ant-design/icons";
import type { EmailSetting } from "@homeroom/contract/email-settings";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { DomainAdvice } from "./domain-advice.tsx";

/** How a branch sends mail, if it does. */
export function EmailCard({ of, onEdit }: { of: EmailSetting; onEdit: () => void }) {
  const { t } = useTranslation("emailSettings");
  const can = useCan();
  const { branch, setting } = of;
  return (
    <article className={laid("card stack")} aria-label={branch.name}>
      <header className={laid("middleWrap gap8x12")}>
        <span className={laid("centre fixed round12 sunkenGround text20 ink height40 width40")} aria-hidden>
          <MailOutlined />
        </span>
        <div className={laid("grow besidePicture")}>
          <h2 className={laid("title breaking")}>{branch.name}</h2>
          <p className={laid("quiet breaking")}>{setting ? setting.sender : t("none")}</p>
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
