import type { FileId, LeadId } from "@homeroom/contract/ids";
import { declaredLeadField, type PlainLeadField } from "@homeroom/contract/lead-fields";
import { Form, Input, Select, type SelectProps } from "antd";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useChannels, useListItems, usePeople } from "#platform/choices.ts";
import { ChoiceSelect, type ControlledProps } from "#ui/choice/choice-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { uploadLeadAvatar } from "../api/card.ts";

import { DeclaredField } from "./declared-field.tsx";
import { nameFields, personFields } from "./declared-names.ts";

/** The person's name and contact details. */
export function BasicFields() {
  const { t } = useTranslation("leads");
  return (
    <FormSection title={t("sections.basic")}>
      <FormRow>
        <FormField name="nickname" label={t("fields.nickname")} required>
          <Input maxLength={64} autoComplete="off" />
        </FormField>
      </FormRow>
      <FormRow>
        {nameFields.map((name) => (
          <DeclaredField key={name} name={name} optional />
        ))}
      </FormRow>
      <FormRow>
        <PhoneField label={t("fields.phone")} />
        <FormField name="email" label={t("fields.email")}>
          <Input type="email" maxLength={128} autoComplete="off" />
        </FormField>
      </FormRow>
    </FormSection>
  );
}

/** Further facts about the person: two fields in a row, a long line alone. */
export function PersonalFields() {
  const { t } = useTranslation("leads");
  return (
    <FormSection title={t("sections.personal")}>
      {rowsOf(personFields).map((names) => (
        <FormRow key={names.join()}>
          {names.map((name) => (
            <DeclaredField key={name} name={name} />
          ))}
        </FormRow>
      ))}
    </FormSection>
  );
}

/** Two fields in a row; a wide one has a row of its own. */
function rowsOf(names: readonly PlainLeadField[]): PlainLeadField[][] {
  const [first, second, ...rest] = names;
  if (first === undefined) return [];
  const isWide = (name: PlainLeadField) => declaredLeadField(name)?.wide === true;
  if (second === undefined || isWide(first) || isWide(second)) return [[first], ...rowsOf(names.slice(1))];
  return [[first, second], ...rowsOf(rest)];
}

/** The lead's photo: uploaded at once, saved with the form. */
export function PhotoField({ leadId, now }: { leadId?: LeadId; now: string | null }) {
  const { t } = useTranslation("leads");
  return (
    <FormField name="avatarFileID" label={t("fields.avatar")}>
      <PhotoControl {...(leadId && { leadId })} now={now} />
    </FormField>
  );
}

function PhotoControl({
  leadId,
  now,
  onChange,
}: ControlledProps<FileId | null> & { leadId?: LeadId; now: string | null }) {
  const { t } = useTranslation("leads");
  return (
    <PictureUpload
      value={now}
      shape="circle"
      maxMb={10}
      label={t("fields.avatar")}
      upload={(file) => uploadLeadAvatar(file, leadId)}
      onChange={(fileID) => onChange?.(fileID)}
    />
  );
}

/** Two contact people of the lead, and their consents. */
export function ContactFields() {
  const { t } = useTranslation("leads");
  const activates = useCan()("crm:lead:activate");
  return (
    <FormSection title={t("sections.contacts")}>
      {(["contact1", "contact2"] as const).map((contact) => (
        <div key={contact} role="group" aria-label={t(`fields.${contact}`)}>
          <FormField name={`${contact}.name`} label={`${t(`fields.${contact}`)} · ${t("contact.name")}`}>
            <Input maxLength={100} autoComplete="off" />
          </FormField>
          <FormRow>
            <PhoneField label={t("fields.phone")} name={`${contact}.phone`} areaCodeName={`${contact}.areaCode`} />
            <FormField name={`${contact}.email`} label={t("fields.email")}>
              <Input type="email" maxLength={128} autoComplete="off" />
            </FormField>
          </FormRow>
        </div>
      ))}
      <FormRow>
        <DeclaredField name="acceptmessage" />
        {activates && <DeclaredField name="appopenflag" hint={t("hints.appopenflag")} />}
      </FormRow>
    </FormSection>
  );
}

/** The lead's source, owner and stage. */
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
        <FormField name="nextContactDate" label={t("fields.nextContactDate")}>
          <DateField year="ahead" />
        </FormField>
        <ListField name="regularContact" list="regularContactTypes" />
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
          <DateField year="past" />
        </FormField>
        <DeclaredField name="referrer" />
      </FormRow>
      <TagField />
      <FormField name="notes" label={t("fields.notes")}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} showCount />
      </FormField>
    </FormSection>
  );
}

interface ListFieldProps {
  name: "status" | "result" | "regularContact";
  list: "leadStatuses" | "contactResults" | "regularContactTypes";
}

function ListField({ name, list }: ListFieldProps) {
  const { t } = useTranslation("leads");
  const items = useListItems(list);
  return (
    <FormField name={name} label={t(`fields.${name}`)}>
      <ChoiceSelect options={named(items)} />
    </FormField>
  );
}

/** With the permission to assign, anybody at the branch can be chosen; without it, people can only take unassigned leads. */
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
        onInputKeyDown={tabLeaves}
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
