import { landingLimits, noTracking, type PageInfo } from "@homeroom/contract/landing-pages";
import { languages } from "@homeroom/contract/language";
import type { ThemeName } from "@homeroom/contract/page-design/themes";
import { Button, Form, Input, Select, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { ChannelFields } from "#modules/lists/public.ts";
import { useBranches } from "#platform/branches.ts";
import { ChoiceSelect, type ControlledProps } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { usePageChoices } from "../api/pages.ts";
import { useDomains } from "../api/settings.ts";
import { ButtonFields } from "./button-fields.tsx";
import { PageImageField } from "./page-image-field.tsx";
import { StuckEntries } from "./stuck-entries.tsx";
import styles from "./theme-choice.module.css";
import { WebhookPanel } from "./webhook-panel.tsx";

interface PageFieldsProps {
  page?: PageInfo | undefined;
  withTemplate?: boolean;
  /** Whether they are the settings of `page` itself, not of a copy. */
  isSettings?: boolean;
}

/** The settings of a page, field by field. */
export function PageFields({ page, withTemplate = false, isSettings = false }: PageFieldsProps) {
  const isLocked = isSettings && page?.urlNameLocked === true;
  const { t } = useTranslation("landingPages");
  const { categories } = usePageChoices();
  return (
    <>
      {isSettings && page && page.stuckCount > 0 && <StuckEntries pageId={page.recordID} />}
      <FormField name="name" label={t("fields.name")} required>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
      <FormField
        name="urlName"
        label={t("fields.urlName")}
        required
        hint={t(isLocked ? "hints.locked" : "hints.urlName")}
      >
        <Input maxLength={60} autoComplete="off" disabled={isLocked} />
      </FormField>
      <DomainField />
      {withTemplate && <TemplateField />}
      <FormField name="theme" label={t("fields.theme")}>
        <ThemeChoice />
      </FormField>
      <FormRow>
        <FormField name="language" label={t("fields.language")}>
          <Select options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))} />
        </FormField>
        <FormField
          name="categoryID"
          label={t("fields.category")}
          required={!withTemplate && categories.length > 0}
          hint={withTemplate ? t("hints.category") : undefined}
        >
          <ChoiceSelect options={categories.map(({ value, label }) => ({ value, label }))} />
        </FormField>
      </FormRow>
      <ButtonFields />
      <LeadFields />
      <FormSection title={t("parts.search")}>
        <FormField name="title" label={t("fields.title")} hint={t("hints.title")}>
          <Input maxLength={120} autoComplete="off" />
        </FormField>
        <FormField name="description" label={t("fields.description")}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </FormField>
        <FormField name="shareImage" label={t("fields.shareImage")} hint={t("hints.shareImage")}>
          <PageImageField known={page?.pictures ?? []} label={t("fields.shareImage")} />
        </FormField>
        <FormField name="icon" label={t("fields.icon")}>
          <PageImageField known={page?.pictures ?? []} label={t("fields.icon")} />
        </FormField>
      </FormSection>
      <FormSection title={t("parts.webhook")}>
        <FormField name="webhookURL" label={t("fields.webhookURL")} hint={t("hints.webhookURL")}>
          <Input maxLength={2000} inputMode="url" autoComplete="off" />
        </FormField>
        {page?.webhookURL && isSettings && <WebhookPanel page={page} />}
      </FormSection>
      <FormSection title={t("parts.tracking")}>
        <FormField name="trackingCode" label={t("fields.trackingCode")} required hint={t("hints.trackingCode")}>
          <Input.TextArea
            maxLength={landingLimits.trackingCode}
            autoSize={{ minRows: 3, maxRows: 12 }}
            spellCheck={false}
          />
        </FormField>
        <NoTrackingButton />
        <FormField
          name="lineTracking"
          label={t("fields.lineTracking")}
          hint={t("hints.lineTracking")}
          valueName="checked"
        >
          <Switch />
        </FormField>
      </FormSection>
    </>
  );
}

/** Says that a page has no tracking code, which it needs to be published. */
function NoTrackingButton() {
  const { t } = useTranslation("landingPages");
  const form = Form.useFormInstance();
  const code = Form.useWatch<string | undefined>("trackingCode", form);
  if (code?.trim()) return null;
  return (
    <Button
      size="small"
      className={layout.below16}
      onClick={() => form.setFields([{ name: "trackingCode", value: noTracking, errors: [] }])}
    >
      {t("noTracking")}
    </Button>
  );
}

/** Renders nothing if there is no host to choose. */
function DomainField() {
  const { t } = useTranslation("landingPages");
  const { data } = useDomains();
  if (!data || data.list.length === 0) return null;
  const options = data.list.map(({ recordID, host, state }) => ({
    value: recordID,
    label: state === "ok" ? host : t("domains.notYet", { host }),
  }));
  return (
    <FormField name="domainID" label={t("fields.domain")} hint={t("hints.domain")}>
      <ChoiceSelect options={options} />
    </FormField>
  );
}

/** The template of a new page, with its design. */
function TemplateField() {
  const { t } = useTranslation("landingPages");
  const form = Form.useFormInstance();
  const { templates } = usePageChoices();
  return (
    <FormField name="template" label={t("fields.template")}>
      <Select
        options={templates.map(({ value, label }) => ({ value, label }))}
        onChange={(name: string) => form.setFieldValue("theme", templates.find(({ value }) => value === name)?.theme)}
      />
    </FormField>
  );
}

function LeadFields() {
  const { t } = useTranslation("landingPages");
  const branches = useBranches().data;
  return (
    <FormSection title={t("parts.leads")}>
      <FormField name="branchID" label={t("fields.branch")} hint={t("hints.branch")}>
        <Select options={branches ?? []} />
      </FormField>
      <ChannelFields label={t("fields.channel")} secondaryLabel={t("fields.secondaryChannel")} />
      <FormField name="consentText" label={t("fields.consentText")} hint={t("hints.consentText")}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </FormSection>
  );
}

/** The designs to choose from, each as a thumbnail. */
function ThemeChoice({ id, value, onChange }: ControlledProps<ThemeName>) {
  const { t } = useTranslation("landingPages");
  const { themes } = usePageChoices();
  return (
    <div className={laid("gridBox gap8", styles.themes)} role="radiogroup" aria-label={t("fields.theme")} id={id}>
      {themes.map(({ value: name, label, picture }) => (
        <label
          key={name}
          className={laid("closeGrid outlined round8 text12 leading20 textCentre relative pointer", styles.theme)}
          data-chosen={name === value || undefined}
        >
          <input type="radio" name="theme" checked={name === value} onChange={() => onChange?.(name)} />
          <img className={laid("outlined round6 wide", styles.sample)} src={picture} alt="" width={120} height={90} />
          {label}
        </label>
      ))}
    </div>
  );
}
