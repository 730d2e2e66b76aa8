import { useEffect, useState } from "react";
import { laid } from "#ui/laid.ts";
import styles from "./two-step.module.css";

interface QrCodeProps {
  text: string;
  /** The accessible description. */
  label: string;
}

/** A text as a QR code, dark on light in either theme: cameras want it so. What draws it is fetched when it is needed. */
export function QrCode({ text, label }: QrCodeProps) {
  const [image, setImage] = useState("");
  useEffect(() => {
    let wanted = true;
    void import("qrcode")
      .then(({ toDataURL }) => toDataURL(text, { margin: 2, width: 400, errorCorrectionLevel: "M" }))
      .then((drawn) => wanted && setImage(drawn));
    return () => {
      wanted = false;
    };
  }, [text]);
  return (
    <div className={laid("gridBox marginAuto pad8 outlined round12 whiteGround", styles.qr)}>
      {image && <img src={image} alt={label} width={200} height={200} />}
    </div>
  );
}
