import { PlusOutlined } from "@ant-design/icons";
import type { FileId } from "@homeroom/contract/ids";
import {
  type TemplateRow,
  type TemplateVariable,
  templateCategories,
  templateLanguages,
  templateLimits,
  templateTypes,
  templateUsages,
  variableSources,
} from "@homeroom/contract/message-templates";
import { variablesIn } from "@homeroom/contract/template-advice";
import { Button, Form, Input, Radio, Select } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type ChangeEvent, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { laid } from "#ui/laid.ts";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadHeader } from "../api.ts";
import { braces, nextVariable, templateName } from "../rules/template-form.ts";
import { ButtonFields } from "./button-fields.tsx";
import styles from "./template-editor.module.css";

interface TemplateFieldsProps {
  template?: TemplateRow;
  channels: readonly { channelId: string; name: string; account: string }[];
  pictureUrl: string | null;
  onPicture: (url: string | null) => void;
}

/** The content of a template, field by field. */
export function TemplateFields({ template, channels, pictureUrl, onPicture }: TemplateFieldsProps) {
  const { t } = useTranslation("messageTemplates");
  const accounts = [...new Map(channels.map((one) => [one.account, one])).values()];
  const options = (values: readonly string[], texts: string) =>
    values.map((value) => ({ value, label: t(`${texts}.${value}`) }));
  return (
    <>
      {!template && accounts.length > 1 && (
        <FormField name="channel" label={t("fields.channel")} hint={t("hints.channel")}>
          <Select options={accounts.map(({ channelId, name }) => ({ value: channelId, label: name }))} />
        </FormField>
      )}
      <FormField name="name" label={t("fields.name")} required hint={t(template?.known ? "hints.fixed" : "hints.name")}>
        <NameInput disabled={template?.known ?? false} />
      </FormField>
      <FormRow>
        <FormField name="language" label={t("fields.language")} required>
          <Select disabled={template?.known ?? false} options={options(templateLanguages, "language")} />
        </FormField>
        <FormField
          name="category"
          label={t("fields.category")}
          required
          hint={t(template?.approved ? "hints.fixedCategory" : "hints.category")}
        >
          <Select disabled={template?.approved ?? false} options={options(templateCategories, "category")} />
        </FormField>
        <FormField name="usage" label={t("fields.usage")} required>
          <Select options={options(templateUsages, "usage")} />
        </FormField>
      </FormRow>
      <FormSection title={t("sections.content")}>
        <FormField name="type" label={t("fields.type")}>
          <Radio.Group options={options(templateTypes, "type")} optionType="button" />
        </FormField>
        <HeaderFields pictureUrl={pictureUrl} onPicture={onPicture} />
        <FormField name="body" label={t("fields.body")} required hint={t("hints.body", braces)}>
          <Input.TextArea maxLength={templateLimits.body} autoSize={{ minRows: 4, maxRows: 14 }} />
        </FormField>
        <AddVariable />
        <VariableFields />
        <FormField name="footer" label={t("fields.footer")}>
          <Input maxLength={templateLimits.footer} showCount />
        </FormField>
      </FormSection>
      <FormSection title={t("sections.buttons")}>
        <ButtonFields />
      </FormSection>
    </>
  );
}

interface NameInputProps extends ControlledProps<string> {
  disabled: boolean;
}

/** Converts input to what WhatsApp accepts while the person types, except during an input method's composition. */
function NameInput({ onChange, ...rest }: NameInputProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const composing = (event.nativeEvent as InputEvent).isComposing;
    onChange?.(composing ? event.target.value : templateName(event.target.value));
  };
  return <Input {...rest} maxLength={512} autoComplete="off" spellCheck={false} onChange={handleChange} />;
}

function HeaderFields({ pictureUrl, onPicture }: Pick<TemplateFieldsProps, "pictureUrl" | "onPicture">) {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const type = Form.useWatch<string | undefined>("type", form);
  const header = Form.useWatch<string | undefined>("header", form) ?? "";
  if (type === "image")
    return (
      <FormField name="headerImage" label={t("fields.headerImage")} required>
        <HeaderPicture pictureUrl={pictureUrl} onPicture={onPicture} label={t("fields.headerImage")} />
      </FormField>
    );
  if (type !== "text") return null;
  return (
    <>
      <FormField name="header" label={t("fields.header")} required>
        <Input maxLength={templateLimits.header} showCount />
      </FormField>
      {variablesIn(header).length > 0 && (
        <FormField name="headerSample" label={t("fields.headerSample")} required>
          <Input maxLength={templateLimits.header} />
        </FormField>
      )}
    </>
  );
}

interface HeaderPictureProps extends ControlledProps<FileId | null> {
  pictureUrl: string | null;
  onPicture: (url: string | null) => void;
  label: string;
}

function HeaderPicture({ value, onChange, pictureUrl, onPicture, label }: HeaderPictureProps) {
  return (
    <PictureUpload
      value={value ? pictureUrl : null}
      shape="square"
      maxMb={5}
      label={label}
      upload={uploadHeader}
      onChange={(fileID, url) => {
        if (url) onPicture(url);
        onChange?.(fileID);
      }}
    />
  );
}

function AddVariable() {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const body = Form.useWatch<string | undefined>("body", form) ?? "";
  const next = nextVariable(body);
  return (
    <div className={laid("buttons below16")}>
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={next > templateLimits.variables}
        onClick={() => insertAtCaret(textAreaOf(form.getFieldInstance("body")), `{{${next}}}`)}
      >
        {t("addVariable")}
      </Button>
      <span className={laid("quiet figures push")}>
        {[...body].length} / {templateLimits.body}
      </span>
    </div>
  );
}

function textAreaOf(instance: unknown): HTMLTextAreaElement | null {
  const { resizableTextArea } = (instance ?? {}) as Partial<TextAreaRef>;
  return resizableTextArea?.textArea ?? null;
}

/** Replaces the selection and puts the caret behind it, so that typing can continue. */
function insertAtCaret(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return;
  area.focus();
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  // The form is notified as if the text was typed.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A sample and an initial fact for every variable of the body. */
function VariableFields() {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const body = Form.useWatch<string | undefined>("body", form) ?? "";
  const numbers = variablesIn(body);
  const most = Math.min(numbers.at(-1) ?? 0, 20);
  useEffect(() => {
    const known = (form.getFieldValue("variables") ?? []) as (TemplateVariable | undefined)[];
    if (known.length >= most && known.every(Boolean)) return;
    const whole = Array.from({ length: Math.max(most, known.length) }, (_none, index) => ({
      sample: known[index]?.sample ?? "",
      source: known[index]?.source ?? "none",
    }));
    form.setFieldValue("variables", whole);
  }, [form, most]);
  const sources = variableSources.map((value) => ({ value, label: t(`source.${value}`) }));
  return numbers
    .filter((number) => number >= 1 && number <= most)
    .map((number) => (
      <div key={number} className={laid("gridBox itemsStart gap0x12", styles.variable)}>
        <code className={laid("quiet figures", styles.place)}>{`{{${number}}}`}</code>
        <FormField name={`variables.${number - 1}.sample`} label={t("fields.sample")} required>
          <Input maxLength={200} />
        </FormField>
        <FormField name={`variables.${number - 1}.source`} label={t("fields.source")}>
          <Select options={sources} />
        </FormField>
      </div>
    ));
}
