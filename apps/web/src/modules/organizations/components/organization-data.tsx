import { EditOutlined } from "@ant-design/icons";
import type { OrganizationInfo } from "@homeroom/contract/organization";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { countryName } from "#platform/countries.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { fullName } from "#platform/full-name.ts";
import { languageNames } from "#platform/i18n/language-names.ts";
import { phoneText } from "#platform/phone.ts";
import { usePreference } from "#platform/preferences.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { ZoneClock } from "#ui/time-zone/zone-clock.tsx";
import { zoneName } from "#ui/time-zone/zones.ts";
import { useOrganization } from "../api.ts";
import { branchCountKey } from "../rules/branch-counts.ts";
import { DangerZone } from "./danger-zone.tsx";
import styles from "./organization.module.css";
import { EditOrganization } from "./organization-form.tsx";

/** The organisation's own data: profile, settings, plan, and deletion. */
export function OrganizationData() {
  const { data, error, isPending, refetch } = useOrganization();
  const late = useDelayed(isPending);
  const [editing, setEditing] = useState(false);
  if (isPending) return <div className={laid("grid", styles.sections)}>{late && <Skeleton height={240} />}</div>;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  return (
    <div className={laid("grid", styles.sections)}>
      <Who organization={data} onEdit={() => setEditing(true)} />
      <Settings organization={data} />
      <Plan organization={data} />
      <DangerZone organization={data} />
      {editing && (
        <EditOrganization organization={data} onClose={() => setEditing(false)} onDone={() => setEditing(false)} />
      )}
    </div>
  );
}

function Who({ organization, onEdit }: { organization: OrganizationInfo; onEdit: () => void }) {
  const { t } = useTranslation("organizations");
  const can = useCan();
  const [language] = usePreference("language");
  const one = organization;
  const count = branchCountKey(one.branchInfo);
  const fact = (key: string, value: React.ReactNode) => ({ label: t(`organization.${key}`), value });
  const edit = can("org:info:edit") && (
    <Button type="primary" icon={<EditOutlined />} onClick={onEdit}>
      {t("edit")}
    </Button>
  );
  return (
    <DetailSection title={t("organization.who")} actions={edit}>
      <div className={laid("middle gap16 below16")}>
        {one.logo ? (
          <img className={laid("outlined round12", styles.logo)} src={one.logo} alt="" />
        ) : (
          <Avatar name={one.organizationName} size={64} />
        )}
        <div>
          <p className={laid("title breaking")}>{one.organizationName}</p>
          <p className={layout.quiet}>
            {[one.businessCategory, countryName(one.country, language)].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
      <FactList
        facts={[
          fact("contact", fullName(one)),
          fact("phone", phoneText(one.areaCode, one.phone)),
          fact("email", one.email),
          fact("location", one.location),
          fact("branchInfo", count && t(`branchInfo.${count}`)),
          fact("fromWhere", one.fromWhere),
        ]}
      />
    </DetailSection>
  );
}

function Settings({ organization }: { organization: OrganizationInfo }) {
  const { t } = useTranslation("organizations");
  const [language] = usePreference("language");
  const { timeZone, locale, twoStepRequired, randomInitialPasswords, acceptMessage } = organization;
  const fact = (key: string, value: React.ReactNode) => ({ label: t(`organization.${key}`), value });
  const onOff = (on: boolean) => <StatusDot tone={on ? "success" : "quiet"} label={t(on ? "on" : "off")} />;
  return (
    <DetailSection title={t("organization.settings")}>
      <FactList
        facts={[
          fact("timeZone", zoneName(timeZone, language)),
          fact("localTime", <ZoneClock zone={timeZone} />),
          fact("locale", languageNames[locale]),
          fact("twoStepRequired", onOff(twoStepRequired)),
          fact("randomInitialPasswords", onOff(randomInitialPasswords)),
          fact("acceptMessage", onOff(acceptMessage === 1)),
        ]}
      />
    </DetailSection>
  );
}

function Plan({ organization }: { organization: OrganizationInfo }) {
  const { t } = useTranslation("organizations");
  const view = useDateView();
  const { membership, expiryDate, createTime } = organization;
  const fact = (key: string, value: React.ReactNode) => ({ label: t(`organization.${key}`), value });
  const moment = (value: string | null) => value && <span className={layout.figures}>{dateTimeText(value, view)}</span>;
  return (
    <DetailSection title={t("organization.plan")}>
      <FactList
        facts={[
          fact("membership", t(`membership.${membership}`)),
          fact("expiryDate", expiryDate ? moment(expiryDate) : t("organization.noExpiry")),
          fact("createTime", moment(createTime)),
        ]}
      />
    </DetailSection>
  );
}
