import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { emailBlockTypes, emailTemplateLimits } from "@homeroom/contract/email-templates";
import { Button, Form } from "antd";
import { useTranslation } from "react-i18next";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { emptyBlock } from "../rules/email-form.ts";
import styles from "./email-template-editor.module.css";
import { OneBlock } from "./one-block.tsx";

interface BlockFieldsProps {
  /** The addresses of the pictures, by their file. */
  pictures: Readonly<Record<string, string>>;
  onPicture: (fileId: string, url: string) => void;
}

/** The parts of a mail, from top to bottom. */
export function BlockFields({ pictures, onPicture }: BlockFieldsProps) {
  const { t } = useTranslation("emailTemplates");
  return (
    <Form.List name="blocks">
      {(fields, { add, remove, move }) => (
        <>
          <ol className={layout.bareList}>
            {fields.map(({ key, name }) => (
              <li key={key} className={laid("below12 outlined round8 relative", styles.block)}>
                <span className={laid("flexBox absolute onTop", styles.blockTools)}>
                  <SmallIconButton
                    icon={<ArrowUpOutlined />}
                    disabled={name === 0}
                    label={t("blocks.up", { number: name + 1 })}
                    onClick={() => move(name, name - 1)}
                  />
                  <SmallIconButton
                    icon={<ArrowDownOutlined />}
                    disabled={name === fields.length - 1}
                    label={t("blocks.down", { number: name + 1 })}
                    onClick={() => move(name, name + 1)}
                  />
                  <SmallIconButton
                    icon={<DeleteOutlined />}
                    label={t("blocks.remove", { number: name + 1 })}
                    onClick={() => remove(name)}
                  />
                </span>
                <OneBlock index={name} pictures={pictures} onPicture={onPicture} />
              </li>
            ))}
          </ol>
          <div className={laid("buttons below16")}>
            {emailBlockTypes.map((type) => (
              <Button
                key={type}
                size="small"
                icon={<PlusOutlined />}
                disabled={fields.length >= emailTemplateLimits.blocks}
                onClick={() => add(emptyBlock(type))}
              >
                {t(`blocks.${type}`)}
              </Button>
            ))}
          </div>
        </>
      )}
    </Form.List>
  );
}
