import { type EmailBlockType, emailTemplateLimits, emailVariables } from "@homeroom/contract/email-templates";
import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { laid } from "#ui/laid.ts";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadMailImage } from "../api.ts";
import styles from "./email-template-editor.module.css";

interface OneBlockProps {
  index: number;
  pictures: Readonly<Record<string, string>>;
  onPicture: (fileId: string, url: string) => void;
}

/** The content of one part of a mail. */
export function OneBlock({ index, pictures, onPicture }: OneBlockProps) {
  const { t } = useTranslation("emailTemplates");
  const form = Form.useFormInstance();
  const type = Form.useWatch<EmailBlockType | undefined>(["blocks", index, "type"], { form, preserve: true });
  const of = (field: string) => `blocks.${index}.${field}`;
  if (!type) return null;
  const label = t(`blocks.${type}`);
  if (type === "divider") return <p className={laid("quiet below12")}>{label}</p>;
  if (type === "image") return <Image index={index} pictures={pictures} onPicture={onPicture} />;
  if (type === "button")
    return (
      <>
        <FormField within="blocks" name={of("label")} label={t("fields.buttonText")} required>
          <Input maxLength={emailTemplateLimits.label} />
        </FormField>
        <FormField within="blocks" name={of("link")} label={t("fields.link")} required>
          <Input type="url" maxLength={2000} />
        </FormField>
      </>
    );
  return (
    <>
      <FormField within="blocks" name={of("text")} label={label} required>
        {type === "heading" ? (
          <Input maxLength={emailTemplateLimits.text} />
        ) : (
          <Input.TextArea
            maxLength={emailTemplateLimits.text}
            autoSize={{ minRows: type === "text" ? 4 : 2, maxRows: 16 }}
          />
        )}
      </FormField>
      <VariableButtons path={["blocks", index, "text"]} />
    </>
  );
}

/** Appends a fact about the lead to a field. */
export function VariableButtons({ path }: { path: (string | number)[] }) {
  const { t } = useTranslation("emailTemplates");
  const form = Form.useFormInstance();
  const insert = (variable: string, fallback: string) => {
    const held = String(form.getFieldValue(path) ?? "");
    form.setFieldValue(path, `${held}{{${variable}${fallback ? `|${fallback}` : ""}}}`);
  };
  return (
    <div className={laid("flexBox wrap gap4", styles.variables)}>
      {emailVariables.map((variable) => (
        <Button
          key={variable}
          size="small"
          type="dashed"
          onClick={() => insert(variable, variable === "nickname" ? t("fallback") : "")}
        >
          {t(`variables.${variable}`)}
        </Button>
      ))}
    </div>
  );
}

function Image({ index, pictures, onPicture }: OneBlockProps) {
  const { t } = useTranslation("emailTemplates");
  const form = Form.useFormInstance();
  const path = ["blocks", index, "fileID"];
  const fileId = Form.useWatch<string | undefined>(path, { form, preserve: true });
  return (
    <>
      <FormField within="blocks" name={`blocks.${index}.fileID`} label={t("blocks.image")} required>
        <PictureField
          url={fileId ? (pictures[fileId] ?? null) : null}
          label={t("blocks.image")}
          onPicture={onPicture}
        />
      </FormField>
      <FormField within="blocks" name={`blocks.${index}.alt`} label={t("fields.alt")} hint={t("hints.alt")}>
        <Input maxLength={200} />
      </FormField>
      <FormField within="blocks" name={`blocks.${index}.link`} label={t("fields.imageLink")}>
        <Input type="url" maxLength={2000} />
      </FormField>
    </>
  );
}

interface PictureFieldProps {
  url: string | null;
  label: string;
  onPicture: (fileId: string, url: string) => void;
  /** From the form. */
  onChange?: (fileId: string | null) => void;
}

function PictureField({ url, label, onPicture, onChange }: PictureFieldProps) {
  return (
    <PictureUpload
      value={url}
      shape="square"
      maxMb={5}
      label={label}
      upload={uploadMailImage}
      onChange={(fileID, address) => {
        if (fileID && address) onPicture(fileID, address);
        onChange?.(fileID);
      }}
    />
  );
}
