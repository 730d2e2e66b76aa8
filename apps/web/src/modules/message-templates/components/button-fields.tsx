import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { type ButtonType, buttonTypes, templateLimits } from "@homeroom/contract/message-templates";
import { Button, Form, Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { braces } from "../rules/template-form.ts";
import styles from "./template-editor.module.css";

/** Up to three buttons below the message. */
export function ButtonFields() {
  const { t } = useTranslation("messageTemplates");
  const empty = (type: ButtonType) => ({
    type,
    text: type === "unsubscribe" ? t("button.unsubscribe") : "",
    url: "",
    urlSample: "",
    phone: "",
  });
  return (
    <Form.List name="buttons">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className={laid("below12 outlined round8 relative", styles.button)}>
              <SmallIconButton
                className={laid("absolute", styles.remove)}
                icon={<DeleteOutlined />}
                label={t("removeButton", { number: name + 1 })}
                onClick={() => remove(name)}
              />
              <OneButton index={name} />
            </div>
          ))}
          <div className={laid("buttons below16")}>
            {buttonTypes.map((type) => (
              <Button
                key={type}
                size="small"
                icon={<PlusOutlined />}
                disabled={fields.length >= templateLimits.buttons}
                onClick={() => add(empty(type))}
              >
                {t(`button.${type}`)}
              </Button>
            ))}
          </div>
        </>
      )}
    </Form.List>
  );
}

function OneButton({ index }: { index: number }) {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const type = Form.useWatch<ButtonType | undefined>(["buttons", index, "type"], form);
  const url = Form.useWatch<string | undefined>(["buttons", index, "url"], form) ?? "";
  const of = (field: string) => `buttons.${index}.${field}`;
  const types = buttonTypes.map((value) => ({ value, label: t(`button.${value}`) }));
  return (
    <>
      <FormRow>
        <FormField within="buttons" name={of("type")} label={t("fields.buttonType")}>
          <Select options={types} />
        </FormField>
        <FormField within="buttons" name={of("text")} label={t("fields.buttonText")} required>
          <Input maxLength={templateLimits.button} showCount />
        </FormField>
      </FormRow>
      {type === "link" && (
        <FormField within="buttons" name={of("url")} label={t("fields.url")} required hint={t("hints.url", braces)}>
          <Input type="url" maxLength={2000} />
        </FormField>
      )}
      {type === "link" && url.endsWith("{{1}}") && (
        <FormField within="buttons" name={of("urlSample")} label={t("fields.urlSample")} required>
          <Input type="url" maxLength={2000} />
        </FormField>
      )}
      {type === "call" && (
        <FormField within="buttons" name={of("phone")} label={t("fields.phone")} required hint={t("hints.phone")}>
          <Input type="tel" maxLength={20} placeholder="+852 2345 6789" />
        </FormField>
      )}
    </>
  );
}
