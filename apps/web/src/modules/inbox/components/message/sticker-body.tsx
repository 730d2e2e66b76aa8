import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { stickerPicture } from "../../rules/composer/line-sticker.ts";
import styles from "./file-body.module.css";

/** A sticker of LINE's that we sent: its picture is LINE's, and its number where that cannot be had. */
export function StickerBody({ stickerId }: { stickerId: string }) {
  const { t } = useTranslation("inbox");
  const [unseen, setUnseen] = useState(false);
  if (unseen)
    return <p className={laid("row quiet pad8x12 round8 minHeight40 dashed")}>{`${t("kind.sticker")} ${stickerId}`}</p>;
  return (
    <img
      className={styles.sticker}
      src={stickerPicture(stickerId)}
      alt={t("kind.sticker")}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setUnseen(true)}
    />
  );
}
