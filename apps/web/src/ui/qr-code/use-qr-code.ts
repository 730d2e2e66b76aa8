import { useEffect, useState } from "react";

/**
 * A text as the data address of its QR code, dark on light in both themes, as cameras need it. Empty until it is drawn; the
 * library loads on demand.
 */
export function useQrCode(text: string, width: number): string {
  const [image, setImage] = useState("");
  useEffect(() => {
    let wanted = true;
    void import("qrcode")
      .then(({ toDataURL }) => toDataURL(text, { margin: 2, width, errorCorrectionLevel: "M" }))
      .then((drawn) => wanted && setImage(drawn));
    return () => {
      wanted = false;
    };
  }, [text, width]);
  return image;
}
