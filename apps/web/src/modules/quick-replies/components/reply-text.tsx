import { replyVariables } from "@homeroom/contract/quick-replies";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { partsOf } from "../rules/fill-variables.ts";
import styles from "./reply-text.module.css";

/** A reply as it is stored, with its variables shown by name. */
export function ReplyText({ content }: { content: string }) {
  const { t } = useTranslation("quickReplies");
  return partsOf(content).map(({ at, text }) => {
    const variable = replyVariables.find((name) => text === `{${name}}`);
    return variable ? (
      <span key={at} className={laid("quiet round4 sunkenGround", styles.variable)}>
        {t(`variable.${variable}`)}
      </span>
    ) : (
      text
    );
  });
}
