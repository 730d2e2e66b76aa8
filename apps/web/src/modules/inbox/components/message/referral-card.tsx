import { NotificationOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { webAddress } from "../../rules/links.ts";
import { referralOf } from "../../rules/message-details.ts";
import styles from "./bubble.module.css";

/** The ad or post that the customer came from. Its picture is not asked for: it lies with somebody else. */
export function ReferralCard({ referral }: { referral: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const { headline, body, sourceUrl, fromAd } = referralOf(referral);
  const href = webAddress(sourceUrl);
  return (
    <div className={styles.referral}>
      <p className={styles.referralFrom}>
        <NotificationOutlined aria-hidden /> {t(fromAd ? "message.fromAd" : "message.fromPost")}
      </p>
      {headline && <p className={styles.referralTitle}>{headline}</p>}
      {body && <p className={styles.referralBody}>{body}</p>}
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {t(fromAd ? "message.openAd" : "message.openPost")}
        </a>
      )}
    </div>
  );
}
