import type { OrganizationInfo } from "@homeroom/contract/organization";
import { WipeRequest, wipePhrase } from "@homeroom/contract/organization";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { laid } from "#ui/laid.ts";
import { useWipe } from "../api.ts";
import styles from "./organization.module.css";

/** Where the owner can delete all data. Nobody else sees it. */
export function DangerZone({ organization }: { organization: OrganizationInfo }) {
  const { t } = useTranslation("organizations");
  const view = useDateView();
  const [asking, setAsking] = useState(false);
  const { canWipe, wipe } = organization;
  if (!canWipe) return null;
  return (
    <DetailSection title={t("wipe.section")}>
      <div className={laid("middleWrap justifyBetween", styles.danger)}>
        <p>{wipe ? t("wipe.waiting", { time: dateTimeText(wipe.dueTime, view) }) : t("wipe.detail")}</p>
        {!wipe && (
          <Button danger onClick={() => setAsking(true)}>
            {t("wipe.verb")}
          </Button>
        )}
      </div>
      {asking && <WipeForm organization={organization} onClose={() => setAsking(false)} />}
    </DetailSection>
  );
}

const parts = ["leads", "conversations", "files", "people", "settings"] as const;

function WipeForm({ organization, onClose }: { organization: OrganizationInfo; onClose: () => void }) {
  const { t } = useTranslation("organizations");
  const { ask } = useWipe();
  const [initialValues] = useState({ confirmText: "", password: "" });
  return (
    <DrawerForm
      open
      title={t("wipe.title", { name: organization.organizationName })}
      schema={WipeRequest}
      initialValues={initialValues}
      onSubmit={ask}
      onDone={onClose}
      onClose={onClose}
      submitLabel={t("wipe.submit")}
      danger
      width={480}
    >
      <p>{t("wipe.what")}</p>
      <ul className={styles.what}>
        {parts.map((part) => (
          <li key={part}>{t(`wipe.part.${part}`)}</li>
        ))}
      </ul>
      <p>{t("wipe.when")}</p>
      <p>{t("wipe.kept")}</p>
      <br />
      <FormField
        name="confirmText"
        label={
          <span>
            {t("wipe.type")} <span className={laid("strong", styles.phrase)}>{wipePhrase}</span>
          </span>
        }
        required
      >
        <Input autoComplete="off" />
      </FormField>
      <FormField name="password" label={t("password")} required>
        <Input.Password autoComplete="current-password" />
      </FormField>
    </DrawerForm>
  );
}
