import { Form, Input, Select, type SelectProps } from "antd";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useChannels, useListItems, usePeople } from "../api/queries.ts";
import { AreaCodeSelect, BitSwitch, ChoiceSelect, CountrySelect } from "./form-controls.tsx";

/** Who the person is, and how to reach them. */
export function BasicFields() {
  const { t } = useTranslation("leads");
  return (
    <FormSection title={t("sections.basic")}>
      <FormRow>
        <FormField name="nickname" label={t("fields.nickname")} required>
          <Input maxLength={64} autoComplete="off" />
        </FormField>
        <PlainField name="fullname" />
      </FormRow>
      <FormRow>
        <FormField name="areaCode" label={t("fields.areaCode")}>
          <AreaCodeSelect />
        </FormField>
        <FormField name="phone" label={t("fields.phone")}>
          <Input type="tel" maxLength={24} autoComplete="off" inputMode="tel" />
        </FormField>
      </FormRow>
      <FormField name="email" label={t("fields.email")}>
        <Input type="email" maxLength={128} autoComplete="off" />
      </FormField>
    </FormSection>
  );
}

/** What else is known of the person. */
export function PersonalFields() {
  const { t } = useTranslation("leads");
  const genders = [0, 1, 2].map((value) => ({ value, label: t(`genders.${value}`) }));
  return (
    <FormSection title={t("sections.personal")}>
      <FormRow>
        <PlainField name="lastName" />
        <PlainField name="firstName" />
      </FormRow>
      <FormRow>
        <PlainField name="ename" />
        <FormField name="gender" label={t("fields.gender")}>
          <Select options={genders} />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="birthday" label={t("fields.birthday")}>
          <Input type="date" />
        </FormField>
        <FormField name="country" label={t("fields.country")}>
          <CountrySelect />
        </FormField>
      </FormRow>
      <FormRow>
        <PlainField name="school" />
        <PlainField name="grade" />
      </FormRow>
      <FormField name="address" label={t("fields.address")}>
        <Input maxLength={255} autoComplete="off" />
      </FormField>
    </FormSection>
  );
}

/** A line of text of at most 100 characters. */
function PlainField({
  name,
}: {
  name: "fullname" | "ename" | "lastName" | "firstName" | "school" | "grade" | "referrer";
}) {
  const { t } = useTranslation("leads");
  return (
    <FormField name={name} label={t(`fields.${name}`)}>
      <Input maxLength={100} autoComplete="off" />
    </FormField>
  );
}

/** Two people who can be reached for the lead, and what they agree to. */
export function ContactFields() {
  const { t } = useTranslation("leads");
  return (
    <FormSection title={t("sections.contacts")}>
      {(["contact1", "contact2"] as const).map((contact) => (
        <div key={contact} role="group" aria-label={t(`fields.${contact}`)}>
          <FormRow>
            <FormField name={`${contact}.name`} label={`${t(`fields.${contact}`)} · ${t("contact.name")}`}>
              <Input maxLength={100} autoComplete="off" />
            </FormField>
            <FormField name={`${contact}.email`} label={t("fields.email")}>
              <Input type="email" maxLength={128} autoComplete="off" />
            </FormField>
          </FormRow>
          <FormRow>
            <FormField name={`${contact}.areaCode`} label={t("fields.areaCode")}>
              <AreaCodeSelect />
            </FormField>
            <FormField name={`${contact}.phone`} label={t("fields.phone")}>
              <Input type="tel" maxLength={24} autoComplete="off" inputMode="tel" />
            </FormField>
          </FormRow>
        </div>
      ))}
      <FormRow>
        <FormField name="acceptmessage" label={t("fields.acceptmessage")}>
          <BitSwitch />
        </FormField>
        <FormField name="appopenflag" label={t("fields.appopenflag")} hint={t("hints.appopenflag")}>
          <BitSwitch />
        </FormField>
      </FormRow>
    </FormSection>
  );
}

/** Where the lead came from, who holds it, and how far it is. */
export function AssignmentFields({ branchID }: { branchID: string }) {
  const { t } = useTranslation("leads");
  const form = Form.useFormInstance();
  const channels = useChannels();
  const chosen: unknown = Form.useWatch("channel", form);
  const children = channels?.find(({ recordID }) => recordID === chosen)?.children;
  return (
    <FormSection title={t("sections.assignment")}>
      <FormRow>
        <ListField name="status" list="leadStatuses" />
        <ListField name="result" list="contactResults" />
      </FormRow>
      <FormRow>
        <PersonField name="sales" branchID={branchID} />
        <PersonField name="tutor" branchID={branchID} />
      </FormRow>
      <FormRow>
        <FormField name="channel" label={t("fields.channel")}>
          <ChoiceSelect options={named(channels)} onChange={() => form.setFieldValue("secondaryChannel", null)} />
        </FormField>
        <FormField name="secondaryChannel" label={t("fields.secondaryChannel")}>
          <ChoiceSelect options={named(children)} disabled={!children?.length} />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="leadDate" label={t("fields.leadDate")}>
          <Input type="date" />
        </FormField>
        <PlainField name="referrer" />
      </FormRow>
      <TagField />
      <FormField name="notes" label={t("fields.notes")}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} showCount />
      </FormField>
    </FormSection>
  );
}

function ListField({ name, list }: { name: "status" | "result"; list: "leadStatuses" | "contactResults" }) {
  const { t } = useTranslation("leads");
  const items = useListItems(list);
  return (
    <FormField name={name} label={t(`fields.${name}`)}>
      <ChoiceSelect options={named(items)} />
    </FormField>
  );
}

/** Who may give leads to others chooses anybody of the branch; everyone else may take one that nobody holds. */
function PersonField({ name, branchID }: { name: "sales" | "tutor"; branchID: string }) {
  const { t } = useTranslation("leads");
  const { accountID } = useUser();
  const assigns = useCan()("crm:lead:assign");
  const people = usePeople(name, branchID) ?? [];
  const held: unknown = Form.useFormInstance().getFieldValue(name);
  const choices = assigns ? people : people.filter(({ value }) => value === accountID || value === held);
  return (
    <FormField name={name} label={t(`fields.${name}`)} {...(!assigns && { hint: t("hints.assign") })}>
      <ChoiceSelect options={choices} disabled={!assigns && Boolean(held) && held !== accountID} />
    </FormField>
  );
}

function TagField() {
  const { t } = useTranslation("leads");
  const tags = useListItems("tags");
  const colors = new Map<string, string | undefined>(tags?.map((tag) => [tag.recordID, tag.color]));
  const colorOf = (value: unknown) => {
    const color = colors.get(String(value));
    return color === "red" || color === "green" || color === "blue" ? color : "neutral";
  };
  const renderTag: SelectProps["optionRender"] = ({ label, value }) => (
    <TintTag color={colorOf(value)}>{label}</TintTag>
  );
  return (
    <FormField name="tag" label={t("fields.tag")}>
      <Select
        mode="multiple"
        maxCount={10}
        options={named(tags)}
        showSearch={{ optionFilterProp: "label" }}
        placeholder={t("choose")}
        notFoundContent={t("noTags")}
        optionRender={renderTag}
      />
    </FormField>
  );
}

function named(items: readonly { recordID: string; name: string }[] | undefined) {
  return items?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
}
