import type { FileId } from "@homeroom/contract/ids";
import { EditOwnAccountForm, type OwnAccount } from "@homeroom/contract/own-account";
import { Form, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "#ui/date-field/date-field.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { fetchOwnAccount, uploadAvatar, useOwnAccountWrites } from "../api/own-account.ts";

interface ProfileFormProps {
  account: OwnAccount;
  onClose: () => void;
}

/** The form of the person's own record in the state in which it was opened. */
export function ProfileForm({ account, onClose }: ProfileFormProps) {
  const { t } = useTranslation("account");
  const { edit } = useOwnAccountWrites();
  const { done } = useFeedback();
  const [initialValues] = useState(() => formValues(account));
  const [avatar] = useState(account.avatar);
  const handleDone = () => {
    onClose();
    done(t("profile.saved"));
  };
  return (
    <DrawerForm
      open
      title={t("profile.edit")}
      schema={EditOwnAccountForm}
      initialValues={initialValues}
      reload={async () => formValues(await fetchOwnAccount())}
      onSubmit={edit}
      onDone={handleDone}
      onClose={onClose}
      width={640}
    >
      <Form.Item label={t("field.avatar")} name="avatarFileID" valuePropName="file">
        <AvatarField saved={avatar} />
      </Form.Item>
      <PersonFields />
      <FormSection title={t("profile.emergency")}>
        <FormRow>
          <FormField name="emergencyContact.name" label={t("field.name")}>
            <Input maxLength={100} />
          </FormField>
          <FormField name="emergencyContact.email" label={t("field.email")}>
            <Input type="email" maxLength={128} />
          </FormField>
        </FormRow>
        <PhoneField label={t("field.phone")} name="emergencyContact.phone" areaCodeName="emergencyContact.areaCode" />
      </FormSection>
    </DrawerForm>
  );
}

/** The picture is uploaded at once; it is attached when the form is saved. */
function AvatarField({ saved, onChange }: { saved: string | null; onChange?: (fileID: FileId | null) => void }) {
  const { t } = useTranslation("account");
  return (
    <PictureUpload
      value={saved}
      shape="circle"
      maxMb={5}
      label={t("field.avatar")}
      upload={uploadAvatar}
      onChange={(fileID) => onChange?.(fileID)}
    />
  );
}

function PersonFields() {
  const { t } = useTranslation("account");
  const genders = ([0, 1, 2] as const).map((value) => ({ value, label: t(`gender.${value}`) }));
  const educations = ([0, 1, 2, 3, 4, 5] as const).map((value) => ({ value, label: t(`education.${value}`) }));
  const line = (name: string, label: string, maxLength = 100) => (
    <FormField name={name} label={label}>
      <Input maxLength={maxLength} />
    </FormField>
  );
  return (
    <>
      <FormRow>
        <FormField name="nickname" label={t("field.nickname")} required>
          <Input maxLength={64} />
        </FormField>
        {line("ename", t("field.ename"))}
      </FormRow>
      <FormRow>
        {line("lastName", t("field.lastName"))}
        {line("firstName", t("field.firstName"))}
      </FormRow>
      <PhoneField label={t("field.phone")} />
      <FormRow>
        <FormField name="gender" label={t("field.gender")}>
          <Select options={genders} />
        </FormField>
        <FormField name="birthdate" label={t("field.birthdate")}>
          <DateField year="none" min="1900-01-01" max="2100-12-31" />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="education" label={t("field.education")}>
          <Select options={educations} />
        </FormField>
        {line("school", t("field.school"))}
      </FormRow>
      {line("address", t("field.address"), 255)}
      <FormField name="introduction" label={t("field.introduction")}>
        <Input.TextArea rows={3} maxLength={2000} showCount />
      </FormField>
    </>
  );
}

/** The part of the record that the form writes. Without a new picture the old one stays. */
function formValues(account: OwnAccount) {
  const { version, nickname, firstName, lastName, ename, areaCode, phone, gender } = account;
  const { birthdate, education, school, introduction, address, emergencyContact } = account;
  return {
    ...{ version, nickname, firstName, lastName, ename, areaCode, phone, gender },
    ...{ birthdate, education, school, introduction, address, emergencyContact },
  };
}
