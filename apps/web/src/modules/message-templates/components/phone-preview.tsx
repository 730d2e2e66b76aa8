import { LinkOutlined, PhoneOutlined, PictureOutlined, StopOutlined } from "@ant-design/icons";
import type { ButtonType, TemplateContent } from "@homeroom/contract/message-templates";
import { filledIn } from "@homeroom/contract/template-advice";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { keyed } from "#platform/keyed.ts";
import layout from "#ui/layout.module.css";
import styles from "./phone-preview.module.css";

interface PhonePreviewProps {
  content: TemplateContent;
  pictureUrl: string | null;
}

/** A template as it will look on the customer's phone, with its samples in the places of variables. */
export function PhonePreview({ content, pictureUrl }: PhonePreviewProps) {
  const { t } = useTranslation("messageTemplates");
  const { type, header, headerSample, body, variables, footer, buttons } = content;
  const samples = Object.fromEntries(variables.map(({ sample }, index) => [index + 1, sample]));
  return (
    <figure
      className={`${layout.column} ${layout.gap4} ${layout.outlined} ${layout.round12} ${layout.sunkenGround} ${layout.maxWidth320} ${styles.phone}`}
      aria-label={t("preview.label")}
    >
      <div className={`${layout.pad8x12} ${layout.round8} ${layout.raised}`}>
        {type === "image" && (
          <div
            className={`${layout.centre} ${layout.quiet} ${layout.round8} ${layout.clip} ${layout.filledImage} ${styles.picture}`}
          >
            {pictureUrl ? <img src={pictureUrl} alt="" /> : <PictureOutlined aria-hidden />}
          </div>
        )}
        {type === "text" && header && (
          <p className={`${layout.strong} ${layout.breaking}`}>{filledIn(header, { 1: headerSample })}</p>
        )}
        <p className={`${layout.written} ${styles.body}`} data-empty={body === "" || undefined}>
          {body === "" ? t("preview.empty") : filledIn(body, samples)}
        </p>
        {footer && (
          <p className={`${layout.small} ${layout.breaking} ${layout.above4} ${layout.leading18}`}>{footer}</p>
        )}
      </div>
      {keyed(buttons, ({ type }) => type).map(({ key, item: button }) => (
        <p
          key={key}
          className={`${layout.row} ${layout.breaking} ${layout.justifyCentre} ${layout.pad8x12} ${layout.round8} ${layout.raised} ${layout.ink}`}
        >
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
