import { EnvironmentOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { placeOf } from "../../rules/message-details.ts";
import styles from "./message-body.module.css";

/** A place by name and address, with a link to a map. Nothing is asked of the map before that is pressed. */
export function LocationBody({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const { name, address, map } = placeOf(details);
  return (
    <div className={styles.card}>
      <EnvironmentOutlined className={`${layout.centre} ${layout.sunken} ${styles.cardIcon}`} aria-hidden />
      <div className={`${layout.grow} ${styles.cardWords}`}>
        <p className={layout.strong}>{name || t("kind.location")}</p>
        {address && <p className={`${layout.small} ${styles.hint}`}>{address}</p>}
        {map && (
          <a href={map} target="_blank" rel="noopener noreferrer">
            {t("message.openMap")}
          </a>
        )}
      </div>
    </div>
  );
}
