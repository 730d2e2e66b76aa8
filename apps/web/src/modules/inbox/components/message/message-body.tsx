import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { stickerOf } from "../../rules/line-sticker.ts";
import { providerProblemOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { ContactCards } from "./contact-cards.tsx";
import { FileBody } from "./file-body.tsx";
import { LocationBody } from "./location-body.tsx";
import styles from "./message-body.module.css";
import { MessageText } from "./message-text.tsx";
import { OfferedButtons } from "./offered-buttons.tsx";
import { OrderBody } from "./order-body.tsx";
import { ReplyBody } from "./reply-body.tsx";
import { StickerBody } from "./sticker-body.tsx";
import { shownIn, TemplateBody } from "./template-body.tsx";

/** What a message says, by its kind. */
export function MessageBody({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  if (message.revokedAt) return <p className={styles.quiet}>{t("message.revoked")}</p>;
  switch (message.kind) {
    case "text":
    case "system":
    case "note":
      return <MessageText text={message.text} />;
    case "image":
    case "video":
    case "audio":
    case "document":
      return <FileBody message={message} />;
    case "sticker": {
      const ours = message.direction === "out" && !message.file ? stickerOf(message.details) : null;
      return ours ? <StickerBody stickerId={ours} /> : <FileBody message={message} />;
    }
    case "location":
      return <LocationBody details={message.details} />;
    case "contacts":
      return <ContactCards details={message.details} />;
    case "interactive":
      return message.direction === "out" ? <OfferedButtons message={message} /> : <ReplyBody message={message} />;
    case "button":
      return <ReplyBody message={message} />;
    case "order":
      return <OrderBody message={message} />;
    case "template":
      return <Template message={message} />;
    case "reaction":
      return <p className={styles.quiet}>{t("message.reacted", { emoji: message.text })}</p>;
    case "unsupported":
      return <Unsupported message={message} />;
  }
}

function Template({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const shown = shownIn(message.details);
  return (
    <>
      <span className={`${layout.small} ${styles.mark}`}>{t("kind.template")}</span>
      {shown ? (
        <TemplateBody shown={shown} pictureUrl={message.file?.url ?? null} />
      ) : (
        <MessageText text={message.text} />
      )}
    </>
  );
}

function Unsupported({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const { providerType, innerType } = message.details;
  const problem = providerProblemOf(message.details);
  const name = [innerType, providerType].find(
    (type) => typeof type === "string" && type !== "" && type !== "unsupported",
  );
  return (
    <div className={styles.unsupported}>
      <p>{name ? t("message.unsupportedType", { type: name }) : t("message.unsupported")}</p>
      {problem && <p>{t("message.providerProblem", problem)}</p>}
      <p className={`${layout.small} ${styles.hint}`}>{t("message.unsupportedHint")}</p>
    </div>
  );
}
