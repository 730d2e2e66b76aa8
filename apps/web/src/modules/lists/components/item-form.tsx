import { type CustomList, customLists, type ListItem } from "@homeroom/contract/media";
import { Checkbox, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { NameForm } from "#ui/name-form/name-form.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useItemWrites } from "../api.ts";
import styles from "./list-editor.module.css";

interface ItemFormProps {
  list: CustomList;
  /** Left out: a new one. */
  item?: ListItem;
  /** Whether another new one can follow. */
  stays?: boolean;
  onClose: () => void;
}

const colours = ["red", "green", "blue"] as const;
type Colour = (typeof colours)[number];

/** Edits an item in place. */
export function ItemForm({ list, item, stays = false, onClose }: ItemFormProps) {
  const { t } = useTranslation("leadSettings");
  const { save } = useItemWrites(list);
  const [color, setColor] = useState<Colour>((item?.color as Colour | undefined) ?? "blue");
  const [status, setStatus] = useState<0 | 1>(item?.status === 0 ? 0 : 1);
  const hasColour = list === customLists.tags;
  return (
    <NameForm
      className={laid("middleWrap gap8x12 pad8x0 lineAbove", styles.form)}
      name={item?.name ?? ""}
      texts={{ label: t("name"), required: t("nameRequired"), save: t("save"), cancel: t("cancel") }}
      stays={stays}
      onSave={(name) => save({ ...(item && { recordID: item.recordID }), name, status, ...(hasColour && { color }) })}
      onClose={onClose}
    >
      {hasColour && (
        <Radio.Group value={color} aria-label={t("colour")} onChange={({ target }) => setColor(target.value as Colour)}>
          {colours.map((one) => (
            <Radio key={one} value={one}>
              <TintTag color={one}>{t(`colours.${one}`)}</TintTag>
            </Radio>
          ))}
        </Radio.Group>
      )}
      {item && (
        <Checkbox checked={status === 1} onChange={({ target }) => setStatus(target.checked ? 1 : 0)}>
          {t("on")}
        </Checkbox>
      )}
    </NameForm>
  );
}
