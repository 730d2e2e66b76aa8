import { EnvironmentOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { placeOf } from "../../rules/message-details.ts";
import styles from "./message-body.module.css";

/** A place by name and address, with a link to a map. Nothing is asked of the map before that is pressed. */
export function LocationBody({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const { name, address, map } = placeOf(details);
  return (
    <div className={styles.card}>
      <EnvironmentOutlined className={styles.cardIcon} aria-hidden />
      <div className={styles.cardWords}>
        <p className={styles.cardTitle}>{name || t("kind.location")}</p>
        {address && <p className={styles.hint}>{address}</p>}
        {map && (
          <a href={map} target="_blank" rel="noopener noreferrer">
            {t("message.openMap")}
          </a>
        )}
      </div>
    </div>
  );
}
