import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Form, Input, Switch } from "antd";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useRegisteredField } from "#ui/drawer-form/field-registry.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import styles from "./dict-items.module.css";

interface DictItemsProps {
  /** Items with fixed values: they can be reworded and disabled, but neither changed nor removed. */
  fixed: ReadonlySet<string>;
}

const newItem = { name: "", value: "", titles: { "zh-tw": "", "zh-cn": "", en: "" }, status: 1 };

/** The items of a dictionary, edited in place; their order is the order of the choices. */
export function DictItems({ fixed }: DictItemsProps) {
  const { t } = useTranslation("dictionary");
  useRegisteredField({ path: ["dictItems"], label: t("fields.items"), valueName: "value", control: <ItemNames /> });
  return (
    <Form.List name="dictItems">
      {(fields, { add, remove, move }) => (
        <section className={laid("padTop16 lineAbove")} aria-label={t("fields.items")}>
          <header className={laid("apart below8")}>
            <h3 className={laid("strong text14")}>{t("fields.items")}</h3>
            <Button size="small" icon={<PlusOutlined />} onClick={() => add(newItem)}>
              {t("item.add")}
            </Button>
          </header>
          {fields.length === 0 && <p className={laid("quiet textCentre", styles.none)}>{t("item.none")}</p>}
          {fields.length > 0 && (
            <div className={laid("small gridBox gap8 pad4x0", styles.heads)} aria-hidden>
              {(["value", "name", "zhCn", "en", "status"] as const).map((key) => (
                <span key={key}>{t(`item.${key}`)}</span>
              ))}
            </div>
          )}
          {fields.map(({ key, name: index }) => (
            <ItemLine
              key={key}
              index={index}
              isLast={index === fields.length - 1}
              fixed={fixed}
              onRemove={() => remove(index)}
              onMove={(by) => move(index, index + by)}
            />
          ))}
        </section>
      )}
    </Form.List>
  );
}

/** The items of one version, after two people have changed them. */
function ItemNames({ value = [] }: { value?: readonly { name: string; value: string }[] }) {
  return value.map((item) => `${item.value} ${item.name}`).join(" · ");
}

interface ItemLineProps extends DictItemsProps {
  index: number;
  isLast: boolean;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}

function ItemLine({ index, isLast, fixed, onRemove, onMove }: ItemLineProps) {
  const { t } = useTranslation("dictionary");
  const form = Form.useFormInstance();
  const id = Form.useWatch(["dictItems", index, "id"], { form, preserve: true }) as string | undefined;
  const isFixed = id !== undefined && fixed.has(id);
  const number = index + 1;
  const field = (path: (string | number)[], name: "value" | "name" | "zhCn" | "en", control: ReactElement) => (
    <Form.Item
      name={[index, ...path]}
      label={t("item.at", { number, name: t(`item.${name}`) })}
      className={styles.cell ?? ""}
    >
      {control}
    </Form.Item>
  );
  return (
    <div
      className={laid("gridBox itemsStart gap8 pad4x0", styles.line)}
      role="group"
      aria-label={t("item.at", { number, name: "" })}
    >
      {field(["value"], "value", <Input maxLength={64} disabled={isFixed} placeholder={t("item.value")} />)}
      {field(["name"], "name", <Input maxLength={64} placeholder={t("item.name")} />)}
      {field(["titles", "zh-cn"], "zhCn", <Input maxLength={64} placeholder={t("item.zhCn")} />)}
      {field(["titles", "en"], "en", <Input maxLength={64} placeholder={t("item.en")} />)}
      <Form.Item
        name={[index, "status"]}
        className={styles.cell ?? ""}
        valuePropName="checked"
        getValueProps={(value: number) => ({ checked: value === 1 })}
        normalize={(on: boolean) => (on ? 1 : 0)}
      >
        <Switch size="small" aria-label={t("item.at", { number, name: t("item.status") })} />
      </Form.Item>
      <span className={laid("flexBox gap2", styles.moves)}>
        <SmallIconButton
          icon={<ArrowUpOutlined />}
          disabled={index === 0}
          label={t("item.up", { number })}
          onClick={() => onMove(-1)}
        />
        <SmallIconButton
          icon={<ArrowDownOutlined />}
          disabled={isLast}
          label={t("item.down", { number })}
          onClick={() => onMove(1)}
        />
        <SmallIconButton
          icon={<DeleteOutlined />}
          disabled={isFixed}
          label={t("item.remove", { number })}
          onClick={onRemove}
        />
      </span>
    </div>
  );
}
