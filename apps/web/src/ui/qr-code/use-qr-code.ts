import { useEffect, useState } from "react";

/**
 * A text as the address of a picture of its QR code, dark on light in either theme: cameras want it so. Empty until it is
 * drawn; what draws it is fetched when it is needed.
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
