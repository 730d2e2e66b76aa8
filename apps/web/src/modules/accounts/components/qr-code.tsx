import { laid } from "#ui/laid.ts";
import { useQrCode } from "#ui/qr-code/use-qr-code.ts";
import styles from "./two-step.module.css";

interface QrCodeProps {
  text: string;
  /** The accessible description. */
  label: string;
}

/** A text as a QR code. */
export function QrCode({ text, label }: QrCodeProps) {
  const image = useQrCode(text, 400);
  return (
    <div className={laid("gridBox marginAuto pad8 outlined round12 whiteGround", styles.qr)}>
      {image && <img src={image} alt={label} width={200} height={200} />}
    </div>
  );
}
