import { PlusOutlined } from "@ant-design/icons";
import { maxButtonLabelLength, maxWelcomeButtons } from "@homeroom/contract/welcome";
import { Button, Input, Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type DraftButton, moved, newKey } from "../rules/welcome-draft.ts";
import { PartFrame } from "./welcome-segments.tsx";

interface WelcomeButtonsProps {
  buttons: DraftButton[];
  onChange: (buttons: DraftButton[]) => void;
  disabled: boolean;
}

/** The buttons below a welcome message: each says its label for the customer, or opens a page. */
export function WelcomeButtons({ buttons, onChange, disabled }: WelcomeButtonsProps) {
  const { t } = useTranslation("line");
  const replace = (index: number, button: DraftButton) =>
    onChange(buttons.map((one, place) => (place === index ? button : one)));
  return (
    <section className={laid("column gap12")} aria-label={t("welcome.buttons")}>
      <h2 className={laid("line title alignBaseline")}>
        {t("welcome.buttons")}
        <span className={laid("small figures regular")}>
          {t("welcome.countOf", { count: buttons.length, most: maxWelcomeButtons })}
        </span>
      </h2>
      {buttons.map((button, index) => (
        <PartFrame
          key={button.key}
          title={t("welcome.button", { number: index + 1 })}
          disabled={disabled}
          first={index === 0}
          last={index === buttons.length - 1}
          onMove={(by) => onChange(moved(buttons, index, by))}
          onRemove={() => onChange(buttons.filter((one) => one !== button))}
        >
          <ButtonFields
            button={button}
            number={index + 1}
            disabled={disabled}
            onChange={(one) => replace(index, one)}
          />
        </PartFrame>
      ))}
      {!disabled && (
        <div className={layout.rowWrap}>
          <Button
            icon={<PlusOutlined />}
            disabled={buttons.length >= maxWelcomeButtons}
            onClick={() => onChange([...buttons, { key: newKey(), kind: "message", label: "", value: "" }])}
          >
            {t("welcome.addButton")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ButtonFieldsProps {
  button: DraftButton;
  number: number;
  disabled: boolean;
  onChange: (button: DraftButton) => void;
}

function ButtonFields({ button, number, disabled, onChange }: ButtonFieldsProps) {
  const { t } = useTranslation("line");
  return (
    <div className={laid("closeStack alignStart")}>
      <Input
        value={button.label}
        aria-label={t("welcome.buttonLabel", { number })}
        placeholder={t("welcome.labelHint")}
        maxLength={maxButtonLabelLength}
        showCount
        disabled={disabled}
        onChange={({ target }) => onChange({ ...button, label: target.value })}
      />
      <Segmented
        value={button.kind}
        disabled={disabled}
        aria-label={t("welcome.buttonKind", { number })}
        options={[
          { value: "message", label: t("welcome.says") },
          { value: "link", label: t("welcome.opens") },
        ]}
        onChange={(kind) => onChange({ ...button, kind: kind === "link" ? "link" : "message" })}
      />
      {button.kind === "link" && (
        <Input
          value={button.value}
          aria-label={t("welcome.buttonLink", { number })}
          placeholder={t("linkExample")}
          inputMode="url"
          maxLength={1000}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...button, value: target.value })}
        />
      )}
    </div>
  );
}
