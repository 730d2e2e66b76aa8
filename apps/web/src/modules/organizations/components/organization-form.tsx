import { branchCounts } from "@homeroom/contract/branch-counts";
import { FileId } from "@homeroom/contract/ids";
import { languages } from "@homeroom/contract/language";
import { OrganizationForm, type OrganizationInfo } from "@homeroom/contract/organization";
import { AutoComplete, Input, Select, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "#platform/i18n/language-names.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { CountrySelect } from "#ui/choice/country-select.tsx";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { TimeZoneSelect } from "#ui/time-zone/time-zone-select.tsx";
import { fetchOrganization, uploadLogo, useBusinessCategories, useEditOrganization } from "../api.ts";
import { branchCountKey } from "../rules/branch-counts.ts";

const width = 640;
const logoMb = 5;

interface EditOrganizationProps {
  organization: OrganizationInfo;
  onClose: () => void;
  onDone: () => void;
}

/** The form of the organisation's own data in the state in which it was opened. */
export function EditOrganization({ organization, onClose, onDone }: EditOrganizationProps) {
  const { t } = useTranslation("organizations");
  const save = useEditOrganization();
  const [initialValues] = useState(() => formOf(organization));
  return (
    <DrawerForm
      open
      title={t("organization.edit")}
      schema={OrganizationForm}
      initialValues={initialValues}
      reload={async () => formOf(await fetchOrganization())}
      onSubmit={save}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <FormField name="logoFileID" label={t("organization.logo")}>
        <LogoField logo={organization.logo} />
      </FormField>
      <WhoFields />
      <SettingFields />
    </DrawerForm>
  );
}

/** A picture is uploaded at once; the form has its id. */
function LogoField({ logo, onChange }: { logo: string | null; onChange?: (id: FileId | null) => void }) {
  const { t } = useTranslation("organizations");
  return (
    <PictureUpload
      value={logo}
      shape="square"
      maxMb={logoMb}
      label={t("organization.logo")}
      upload={uploadLogo}
      onChange={(id) => onChange?.(id === null ? null : FileId.parse(id))}
    />
  );
}

function WhoFields() {
  const { t, i18n } = useTranslation("organizations");
  const categories = useBusinessCategories();
  const label = (key: string) => t(`organization.${key}`);
  const given = (
    <FormField key="given" name="firstName" label={label("firstName")}>
      <Input maxLength={100} />
    </FormField>
  );
  const family = (
    <FormField key="family" name="lastName" label={label("lastName")}>
      <Input maxLength={100} />
    </FormField>
  );
  return (
    <FormSection title={label("who")}>
      <FormField name="organizationName" label={label("organizationName")} required>
        <Input maxLength={100} />
      </FormField>
      <FormRow>
        <FormField name="businessCategory" label={label("businessCategory")}>
          <AutoComplete options={categories?.map(({ name }) => ({ value: name })) ?? []} maxLength={100} />
        </FormField>
        <FormField name="branchInfo" label={label("branchInfo")}>
          <ChoiceSelect
            none=""
            options={branchCounts.map((value) => ({ value, label: t(`branchInfo.${branchCountKey(value) ?? "one"}`) }))}
          />
        </FormField>
      </FormRow>
      {/* The family name comes first where it is said first. */}
      <FormRow>{i18n.language === "en" ? [given, family] : [family, given]}</FormRow>
      <FormField name="email" label={label("email")} required>
        <Input type="email" maxLength={128} autoComplete="off" />
      </FormField>
      <PhoneField label={label("phone")} />
      <FormRow>
        <FormField name="country" label={label("country")} required>
          <CountrySelect />
        </FormField>
        <FormField name="location" label={label("location")}>
          <Input maxLength={255} />
        </FormField>
      </FormRow>
      <FormField name="fromWhere" label={label("fromWhere")}>
        <Input maxLength={100} />
      </FormField>
    </FormSection>
  );
}

function SettingFields() {
  const { t } = useTranslation("organizations");
  const label = (key: string) => t(`organization.${key}`);
  return (
    <FormSection title={label("settings")}>
      <FormField name="timeZone" label={label("timeZone")} required hint={t("organization.timeZoneHint")}>
        <TimeZoneSelect />
      </FormField>
      <FormField name="locale" label={label("locale")} required hint={t("organization.localeHint")}>
        <Select options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      </FormField>
      <FormField
        name="twoStepRequired"
        label={label("twoStepRequired")}
        hint={t("organization.twoStepHint")}
        valueName="checked"
      >
        <Switch />
      </FormField>
      <FormField
        name="randomInitialPasswords"
        label={label("randomInitialPasswords")}
        hint={t("organization.randomInitialPasswordsHint")}
        valueName="checked"
      >
        <Switch />
      </FormField>
      <FormField name="acceptMessage" label={label("acceptMessage")}>
        <BitSwitch />
      </FormField>
    </FormSection>
  );
}

/** The values of the form: the saved ones, even if today's rules would not accept them. */
function formOf(one: OrganizationInfo): Record<keyof OrganizationForm, unknown> {
  return {
    version: one.version,
    organizationName: one.organizationName,
    businessCategory: one.businessCategory,
    branchInfo: one.branchInfo,
    firstName: one.firstName,
    lastName: one.lastName,
    areaCode: one.areaCode,
    phone: one.phone,
    email: one.email,
    country: one.country,
    location: one.location,
    fromWhere: one.fromWhere,
    acceptMessage: one.acceptMessage,
    timeZone: one.timeZone,
    locale: one.locale,
    logoFileID: one.logoFileID,
    twoStepRequired: one.twoStepRequired,
    randomInitialPasswords: one.randomInitialPasswords,
  };
}
