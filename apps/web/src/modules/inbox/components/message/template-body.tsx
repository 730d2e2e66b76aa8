import { LinkOutlined, PhoneOutlined } from "@ant-design/icons";
import type { ShownTemplate } from "@homeroom/contract/chat-templates";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./template-body.module.css";

/** The stored content of a template message; null for messages from before it was stored. */
export function shownIn(details: Readonly<Record<string, unknown>>): ShownTemplate | null {
  const shown = details.shown as Partial<ShownTemplate> | undefined;
  if (typeof shown?.body !== "string") return null;
  const { name = "", header = "", body, footer = "", buttons = [] } = shown;
  return { name, header, body, footer, buttons };
}

interface TemplateBodyProps {
  shown: ShownTemplate;
  pictureUrl: string | null;
}

/** A template as the customer sees it; its buttons do nothing here. */
export function TemplateBody({ shown, pictureUrl }: TemplateBodyProps) {
  const { header, body, footer, buttons } = shown;
  return (
    <div className={layout.maxWidth320}>
      {pictureUrl && (
        <img className={laid("wide block below8 round8 covering", styles.picture)} src={pictureUrl} alt="" />
      )}
      {header && <p className={laid("strong breaking")}>{header}</p>}
      <p className={layout.written}>{body}</p>
      {footer && <p className={laid("small breaking leading18")}>{footer}</p>}
      {buttons.map(({ type, text, url }) => (
        <p key={text} className={laid("middle breaking justifyCentre gap6", styles.button)} title={url || undefined}>
          {type === "link" && <LinkOutlined aria-hidden />}
          {type === "call" && <PhoneOutlined aria-hidden />}
          {text}
        </p>
      ))}
    </div>
  );
}
