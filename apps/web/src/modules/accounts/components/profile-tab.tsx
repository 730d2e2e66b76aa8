import type { OwnAccount } from "@homeroom/contract/own-account";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { fullName } from "#platform/full-name.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ProfileForm } from "./profile-form.tsx";
import { Section } from "./section.tsx";

/** The profile: what the person may edit, and what the organisation has set. */
export function ProfileTab({ account }: { account: OwnAccount }) {
  const { t } = useTranslation("account");
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button type="primary" onClick={() => setEditing(true)}>
      {t("profile.edit")}
    </Button>
  );
  return (
    <>
      <Section
        title={t("profile.basic")}
        actions={edit}
        detail={
          <div className={laid("middle gap16 above12")}>
            <Avatar name={account.nickname} picture={account.avatar} size={64} />
            <div>
              <div className={laid("title textColour")}>{account.nickname}</div>
              <div>{[fullName(account), account.ename].filter(Boolean).join(" ")}</div>
            </div>
          </div>
        }
      >
        <Facts account={account} />
      </Section>
      <Section title={t("profile.emergency")}>
        <EmergencyFacts account={account} />
      </Section>
      <Section title={t("profile.work")} detail={t("profile.workDetail")}>
        <WorkFacts account={account} />
      </Section>
      {editing && <ProfileForm account={account} onClose={() => setEditing(false)} />}
    </>
  );
}

function phoneOf({ areaCode, phone }: { areaCode: string; phone: string }): string {
  return phone ? `${areaCode} ${phone}` : "";
}

function Facts({ account }: { account: OwnAccount }) {
  const { t } = useTranslation("account");
  const { birthdate, gender, education } = account;
  return (
    <div className={layout.above16}>
      <FactList
        facts={[
          { label: t("field.phone"), value: phoneOf(account) },
          { label: t("field.gender"), value: t(`gender.${gender as 0}`) },
          { label: t("field.birthdate"), value: birthdate },
          { label: t("field.education"), value: t(`education.${education as 0}`) },
          { label: t("field.school"), value: account.school },
          { label: t("field.address"), value: account.address },
          { label: t("field.introduction"), value: account.introduction },
        ]}
      />
    </div>
  );
}

function EmergencyFacts({ account: { emergencyContact } }: { account: OwnAccount }) {
  const { t } = useTranslation("account");
  const { name, email } = emergencyContact;
  const phone = phoneOf(emergencyContact);
  if (!name && !email && !phone) return <p className={laid("quiet above8")}>{t("profile.noEmergency")}</p>;
  return (
    <div className={layout.above16}>
      <FactList
        facts={[
          { label: t("field.name"), value: name },
          { label: t("field.phone"), value: phone },
          { label: t("field.email"), value: email },
        ]}
      />
    </div>
  );
}

function WorkFacts({ account }: { account: OwnAccount }) {
  const { t } = useTranslation("account");
  const view = useDateView();
  const comma = t("comma");
  return (
    <div className={layout.above16}>
      <FactList
        facts={[
          { label: t("field.organization"), value: account.organization.name },
          { label: t("field.branches"), value: account.branches.map(({ name }) => name).join(comma) },
          {
            label: t("field.roles"),
            value: account.mayIssueKeys ? t("owner") : account.roles.map(({ name }) => name).join(comma),
          },
          { label: t("field.department"), value: account.department },
          { label: t("field.staffID"), value: account.staffID },
          { label: t("field.createDate"), value: dateText(account.createDate, view) },
        ]}
      />
    </div>
  );
}
