import { LinkOutlined, PhoneOutlined, PictureOutlined, StopOutlined } from "@ant-design/icons";
import type { ButtonType, TemplateContent } from "@homeroom/contract/message-templates";
import { filledIn } from "@homeroom/contract/template-advice";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { keyed } from "#platform/keyed.ts";
import { laid } from "#ui/laid.ts";
import styles from "./phone-preview.module.css";

interface PhonePreviewProps {
  content: TemplateContent;
  pictureUrl: string | null;
}

/** A template as it will look on the customer's phone, with its samples in place of variables. */
export function PhonePreview({ content, pictureUrl }: PhonePreviewProps) {
  const { t } = useTranslation("messageTemplates");
  const { type, header, headerSample, body, variables, footer, buttons } = content;
  const samples = Object.fromEntries(variables.map(({ sample }, index) => [index + 1, sample]));
  return (
    <figure
      className={laid("column gap4 outlined round12 sunkenGround maxWidth320", styles.phone)}
      aria-label={t("preview.label")}
    >
      <div className={laid("pad8x12 round8 raised")}>
        {type === "image" && (
          <div className={laid("centre quiet round8 clip filledImage", styles.picture)}>
            {pictureUrl ? <img src={pictureUrl} alt="" /> : <PictureOutlined aria-hidden />}
          </div>
        )}
        {type === "text" && header && (
          <p className={laid("strong breaking")}>{filledIn(header, { 1: headerSample })}</p>
        )}
        <p className={laid("written", styles.body)} data-empty={body === "" || undefined}>
          {body === "" ? t("preview.empty") : filledIn(body, samples)}
        </p>
        {footer && <p className={laid("small breaking above4 leading18")}>{footer}</p>}
      </div>
      {keyed(buttons, ({ type }) => type).map(({ key, item: button }) => (
        <p key={key} className={laid("row breaking justifyCentre pad8x12 round8 raised ink")}>
          {icons[button.type]}
          {button.text || t(`button.${button.type}`)}
        </p>
      ))}
    </figure>
  );
}

const icons: Record<ButtonType, ReactNode> = {
  shortcut: null,
  link: <LinkOutlined aria-hidden />,
  call: <PhoneOutlined aria-hidden />,
  unsubscribe: <StopOutlined aria-hidden />,
};
