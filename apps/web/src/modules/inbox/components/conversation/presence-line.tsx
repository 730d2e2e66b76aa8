import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import { presentAt, type ShownViewer } from "../../rules/viewers.ts";
import styles from "./holding.module.css";

const picturesShown = 3;

/** Who else has the conversation open, and who of them is typing. Nothing while one is alone. */
export function PresenceLine({ viewers }: { viewers: readonly ShownViewer[] }) {
  const { t } = useTranslation("inbox");
  const { here, typing } = presentAt(viewers, useNow("second").getTime());
  const busy = typing.length > 0 ? typing : here;
  const [first] = busy;
  const doing = typing.length > 0 ? "typing" : "viewing";
  const words = first
    ? t(busy.length === 1 ? `holding.${doing}` : `holding.${doing}Many`, {
        name: first.nickname,
        others: busy.length - 1,
      })
    : "";
  return (
    <div className={laid("middle small fixed narrowable", styles.presence)} data-doing={first ? doing : undefined}>
      {here.slice(0, picturesShown).map(({ accountID, nickname, avatar }) => (
        <span key={accountID} title={nickname} className={laid("fixed flexBox circle", styles.viewer)}>
          <Avatar name={nickname} picture={avatar} size={24} />
        </span>
      ))}
      <span className={laid("cut", styles.doing)} aria-live="polite">
        {words}
      </span>
    </div>
  );
}
