import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { formAnswers, textOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./message-body.module.css";
import { MessageText } from "./message-text.tsx";

/** A button that was pressed, a line that was chosen from a list, or a form that was filled in. */
export function ReplyBody({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const answers = message.details.interactiveType === "nfm_reply" ? formAnswers(message.details) : [];
  const description = textOf(message.details.description);
  return (
    <>
      <span className={`${layout.small} ${styles.mark}`}>
        {t(answers.length > 0 ? "message.form" : "message.pressed")}
      </span>
      <MessageText text={message.text} />
      {description && <p className={`${layout.small} ${styles.hint}`}>{description}</p>}
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
