import type { PayPage, PayWay } from "@homeroom/contract/payments";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fact, TransferFacts } from "./facts.tsx";
import styles from "./pay.module.css";

/** The FPS QR code with amount and order number, dark on light in either theme: cameras want it so. */
export function FpsCode({ fps, page }: { fps: NonNullable<PayWay["fps"]>; page: PayPage }) {
  const { code, fpsID, payeeName } = fps;
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
      {image && (
        <a className={styles.second} href={image} download={`FPS-${page.orderID}.png`}>
          {t("fps.save")}
        </a>
      )}
      <dl className={styles.facts}>
        <Fact label={t("fps.id")} value={fpsID} isCopied />
        <Fact label={t("fps.payee")} value={payeeName} />
        <TransferFacts page={page} />
      </dl>
    </div>
  );
}
