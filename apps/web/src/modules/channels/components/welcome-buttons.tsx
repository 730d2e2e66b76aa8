import { PlusOutlined } from "@ant-design/icons";
import { maxButtonLabelLength, maxWelcomeButtons } from "@homeroom/contract/welcome";
import { Button, Input, Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { type DraftButton, newKey } from "../rules/welcome-draft.ts";
import { WelcomeParts } from "./welcome-parts.tsx";

interface WelcomeButtonsProps {
  buttons: DraftButton[];
  onChange: (buttons: DraftButton[]) => void;
  disabled: boolean;
}

/** The buttons below a welcome message: each says its label for the customer, or opens a page. */
export function WelcomeButtons({ buttons, onChange, disabled }: WelcomeButtonsProps) {
  const { t } = useTranslation("line");
  return (
    <WelcomeParts
      title={t("welcome.buttons")}
      parts={buttons}
      least={0}
      most={maxWelcomeButtons}
      disabled={disabled}
      onChange={onChange}
      nameOf={(_, number) => t("welcome.button", { number })}
      renderField={(button, rest) => <ButtonFields button={button} {...rest} />}
      adding={
        <Button
          icon={<PlusOutlined />}
          disabled={buttons.length >= maxWelcomeButtons}
          onClick={() => onChange([...buttons, { key: newKey(), kind: "message", label: "", value: "" }])}
        >
          {t("welcome.addButton")}
        </Button>
      }
    />
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
