import type { PayWay } from "@homeroom/contract/payments";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./copy-button.tsx";
import styles from "./pay.module.css";

/** The FPS QR code with amount and order number, dark on light in either theme: cameras want it so. */
export function FpsCode({ fps: { code, fpsID, payeeName } }: { fps: NonNullable<PayWay["fps"]> }) {
  const { t } = useTranslation("pay");
  const [image, setImage] = useState("");
  useEffect(() => {
    let wanted = true;
    // What draws it is fetched when it is needed.
    void import("qrcode")
      .then(({ toDataURL }) => toDataURL(code, { margin: 2, width: 480, errorCorrectionLevel: "M" }))
      .then((drawn) => wanted && setImage(drawn));
    return () => {
      wanted = false;
    };
  }, [code]);
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{t("fps.title")}</h2>
      <p className={styles.quiet}>{t("fps.detail")}</p>
      <div className={styles.qr}>{image && <img src={image} alt={t("fps.code")} width={240} height={240} />}</div>
      <dl className={styles.facts}>
        <div>
          <dt>{t("fps.id")}</dt>
          <dd>
            <span>{fpsID}</span>
            <CopyButton text={fpsID} label={t("fps.id")} />
          </dd>
        </div>
        <div>
          <dt>{t("fps.payee")}</dt>
          <dd>{payeeName}</dd>
        </div>
      </dl>
    </div>
  );
}
