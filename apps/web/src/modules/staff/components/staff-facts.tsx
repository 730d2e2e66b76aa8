import type { StaffForm } from "@homeroom/contract/staff";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText, dateTimeText } from "#platform/dates.ts";
import { fullName } from "#platform/full-name.ts";
import { phoneLink, phoneText } from "#platform/phone.ts";
import { DetailSection, FactList, FoldedFacts } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { Names } from "./staff-parts.tsx";

/** A person's fields, grouped as the form groups them. */
export function StaffFacts({ record }: { record: StaffForm }) {
  const { t } = useTranslation("staff");
  const view = useDateView();
  const fact = useFact();
  const { emergencyContact: near } = record;
  return (
    <>
      <DetailSection title={t("sections.work")}>
        <FoldedFacts
          facts={[
            fact("roles", <Names names={record.roles.map(({ name }) => name)} />, record.roles.length > 0),
            fact("branches", <Names names={record.branches.map(({ name }) => name)} />, record.branches.length > 0),
            fact("dept", record.deptName),
            fact("staffID", record.staffID),
            ...(record.leftTime ? [fact("leftTime", dateText(record.leftTime, view))] : []),
          ]}
        />
      </DetailSection>
      <DetailSection title={t("sections.contact")}>
        <FoldedFacts
          facts={[
            fact("plainEmail", record.email && <a href={`mailto:${record.email}`}>{record.email}</a>),
            fact("phone", <Phone areaCode={record.areaCode} phone={record.phone} />, record.phone !== ""),
            fact("address", record.address),
          ]}
        />
      </DetailSection>
      <DetailSection title={t("sections.basic")}>
        <FoldedFacts
          facts={[
            fact("fullName", fullName(record)),
            fact("ename", record.ename),
            fact("gender", t(`genders.${record.gender}`), record.gender !== 0),
            fact("birthdate", record.birthdate),
            fact("education", record.education > 0 ? t(`educations.${record.education}`) : ""),
            fact("school", record.school),
          ]}
        />
        {record.introduction && <p className={laid("written above12")}>{record.introduction}</p>}
      </DetailSection>
      <DetailSection title={t("sections.emergency")}>
        <FoldedFacts
          facts={[
            fact("emergencyName", near.name),
            fact("emergencyPhone", <Phone areaCode={near.areaCode} phone={near.phone} />, near.phone !== ""),
            fact("emergencyEmail", near.email),
          ]}
        />
      </DetailSection>
      {record.notes && (
        <DetailSection title={t("sections.notes")}>
          <p className={laid("written above12")}>{record.notes}</p>
        </DetailSection>
      )}
    </>
  );
}

/** How a person signs in, and who edited the record. */
export function AccountFacts({ record }: { record: StaffForm }) {
  const { t } = useTranslation("staff");
  const view = useDateView();
  const fact = useFact();
  const made = [record.creator, dateTimeText(record.createTime, view)].filter(Boolean).join(" · ");
  const changed = [record.updater, dateTimeText(record.updateTime, view)].filter(Boolean).join(" · ");
  const { isPasswordInitialized: own, twoStepEnabled: two } = record;
  return (
    <>
      <DetailSection title={t("sections.account")}>
        <FactList
          facts={[
            fact(
              "lastSignIn",
              record.lastSignInTime ? <RelativeTime value={record.lastSignInTime} /> : t("neverSignedIn"),
            ),
            fact("password", <StatusDot tone={own ? "success" : "warning"} label={t(own ? "changed" : "initial")} />),
            fact("twoStep", <StatusDot tone={two ? "success" : "quiet"} label={t(two ? "on" : "off")} />),
          ]}
        />
      </DetailSection>
      <DetailSection title={t("sections.record")}>
        <FactList facts={[fact("createTime", made), fact("updateTime", changed)]} />
      </DetailSection>
    </>
  );
}

function useFact() {
  const { t } = useTranslation("staff");
  return (name: string, value: ReactNode, isKnown = Boolean(value)) => ({ label: t(`fields.${name}`), value, isKnown });
}

function Phone({ areaCode, phone }: { areaCode: string; phone: string }) {
  return <a href={phoneLink(areaCode, phone)}>{phoneText(areaCode, phone)}</a>;
}
