import { ExclamationCircleOutlined } from "@ant-design/icons";
import type { ImageRow } from "@homeroom/contract/ai-images";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { isWaiting } from "../api.ts";
import { titleOf } from "../rules/image-form.ts";
import styles from "./image-card.module.css";

interface ImageCardProps {
  image: ImageRow;
  onOpen: () => void;
}

/** An image with its state: being made, done, or failed with the reason. */
export function ImageCard({ image, onOpen }: ImageCardProps) {
  const { t } = useTranslation("aiImages");
  return (
    <button
      type="button"
      className={laid("frame closeGrid narrowable contentStart textColour textStart clip pointer", styles.card)}
      onClick={onOpen}
    >
      <ImageFace image={image} />
      <span className={laid("cut strong narrowable sides12 above4")} title={titleOf(image)}>
        {titleOf(image)}
      </span>
      <span className={laid("line small narrowable justifyBetween sides12")}>
        <span className={laid("cut narrowable")}>
          {image.tag.length > 0 ? image.tag.join(t("comma")) : t(`type.${image.type}`)}
        </span>
        <span className={laid("fixed")}>
          <RelativeTime value={image.createTime} />
        </span>
      </span>
    </button>
  );
}

function ImageFace({ image }: { image: ImageRow }) {
  const { t } = useTranslation("aiImages");
  if (image.url)
    return (
      <img
        className={laid("row small wide flexColumn justifyCentre noPadding sunkenGround", styles.picture)}
        src={image.url}
        alt=""
        loading="lazy"
        draggable={false}
      />
    );
  if (isWaiting(image))
    return (
      <span
        className={laid("row small wide flexColumn justifyCentre noPadding sunkenGround", styles.picture)}
        data-waiting
      >
        <span role="status">{t("status.queued")}</span>
      </span>
    );
  return (
    <span className={laid("row small wide flexColumn justifyCentre noPadding sunkenGround", styles.picture)}>
      <ExclamationCircleOutlined aria-hidden />
      <span>{t(`reason.${image.reason ?? "unavailable"}`)}</span>
    </span>
  );
}
