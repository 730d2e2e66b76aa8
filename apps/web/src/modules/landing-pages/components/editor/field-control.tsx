import { askedFields, type FormField, formFields, type SectionField } from "@homeroom/contract/page-design/sections";
import { Checkbox, Input } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import layout from "#ui/layout.module.css";
import { ItemsControl } from "./items-control.tsx";
import { PictureControl, PicturesControl } from "./picture-controls.tsx";
import type { PageDocument } from "./use-page-document.ts";

interface FieldControlProps {
  field: SectionField;
  label: string;
  value: unknown;
  document: PageDocument;
  /** With a path if only a part of the field has changed. */
  onChange: (value: unknown, path?: string) => void;
}

/** One field of a section, by its kind. */
export function FieldControl(props: FieldControlProps) {
  const { field, label, value } = props;
  const { t } = useTranslation("landingPages");
  const id = useId();
  if (field.control === "items") {
    return (
      <ItemsControl
        field={field}
        label={label}
        value={value}
        onChange={props.onChange}
        renderField={(inner) => (
          <FieldControl
            key={inner.path}
            field={inner.field}
            label={t(`fieldNames.${inner.field.key}`)}
            value={inner.value}
            document={props.document}
            onChange={(next) => props.onChange(next, inner.path)}
          />
        )}
      />
    );
  }
  return (
    <div className={layout.closeGrid}>
      <label className={layout.hint} htmlFor={id}>
        {label}
      </label>
      <Control {...props} id={id} />
      {field.control === "text" && typeof value === "string" && value.length > 0 && (
        <p className={layout.hint}>{t("hints.formatting")}</p>
      )}
    </div>
  );
}

function Control({ id, field, label, value, document, onChange }: FieldControlProps & { id: string }) {
  const { zone } = useDateView();
  const { control, max } = field;
  if (control === "picture" || control === "pictures") {
    const Pictures = control === "picture" ? PictureControl : PicturesControl;
    return <Pictures id={id} label={label} max={max} value={value} document={document} onChange={onChange} />;
  }
  if (control === "fields") {
    return <FormFields value={value as FormField[]} onChange={onChange} />;
  }
  if (control === "moment") {
    return (
      <DateField
        id={id}
        kind="moment"
        value={typeof value === "string" ? localOf(new Date(value), zone) : ""}
        onChange={(local) => local !== incompleteDate && onChange(momentOf(local, zone)?.toISOString() ?? null)}
      />
    );
  }
  const text = { id, value: value as string, maxLength: max };
  if (control === "line") return <Input {...text} onChange={({ target }) => onChange(target.value)} />;
  return (
    <Input.TextArea
      {...text}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The fields that a form asks for. The last contact field cannot be removed. */
function FormFields({ value, onChange }: { value: readonly FormField[]; onChange: (value: unknown) => void }) {
  const { t } = useTranslation("landingPages");
  const asked = askedFields(value);
  const isNeeded = (name: FormField) =>
    (name === "phone" && !asked.includes("email")) || (name === "email" && !asked.includes("phone"));
  const options = formFields.map((name) => ({
    value: name,
    label: t(`formFields.${name}`),
    disabled: asked.includes(name) && isNeeded(name),
  }));
  return (
    <>
      <Checkbox.Group options={options} value={[...asked]} onChange={onChange} />
      <p className={layout.hint}>{t("hints.formFields")}</p>
    </>
  );
}
