import { type CustomList, customLists, type ListItem } from "@homeroom/contract/media";
import { Button, Checkbox, Input, type InputRef, Radio } from "antd";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useItemWrites } from "../api.ts";
import styles from "./list-editor.module.css";

interface ItemFormProps {
  list: CustomList;
  /** None: a new one. */
  item?: ListItem;
  /** Another new one can follow this one. */
  stays?: boolean;
  onClose: () => void;
}

const colours = ["red", "green", "blue"] as const;
type Colour = (typeof colours)[number];

/** An item where it stands: Enter saves, Escape leaves. */
export function ItemForm({ list, item, stays = false, onClose }: ItemFormProps) {
  const { t } = useTranslation("leadSettings");
  const { save } = useItemWrites(list);
  const [name, setName] = useState(item?.name ?? "");
  const [color, setColor] = useState<Colour>((item?.color as Colour | undefined) ?? "blue");
  const [status, setStatus] = useState<0 | 1>(item?.status === 0 ? 0 : 1);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<InputRef>(null);
  const problemId = useId();
  const hasColour = list === customLists.tags;
  // Who opened it wants to write.
  useEffect(() => input.current?.focus({ cursor: "all" }), []);
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) onClose();
  };

  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("nameRequired"));
    setBusy(true);
    setProblem(null);
    try {
      await save({ ...(item && { recordID: item.recordID }), name, status, ...(hasColour && { color }) });
      if (!stays) return onClose();
      // The next one may be written already.
      setName((written) => (written === name ? "" : written));
    } catch (reason) {
      setProblem(String(reason));
    } finally {
      setBusy(false);
    }
    input.current?.focus();
  };

  return (
    <form className={laid("middleWrap gap8x12 pad8x0 lineAbove", styles.form)} onSubmit={(event) => void submit(event)}>
      <Input
        ref={input}
        value={name}
        maxLength={50}
        placeholder={t("name")}
        aria-label={t("name")}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        {...(problem && { status: "error" as const })}
        onKeyDown={leave}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
      />
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
      <span className={layout.line}>
        <Button size="small" type="primary" htmlType="submit" loading={busy}>
          {t("save")}
        </Button>
        <Button size="small" onClick={onClose}>
          {t("cancel")}
        </Button>
      </span>
      {problem && (
        <p id={problemId} role="alert" className={laid("danger wide text12")}>
          {problem}
        </p>
      )}
    </form>
  );
}
