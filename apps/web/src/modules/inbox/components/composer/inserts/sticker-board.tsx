import { type Sticker, stickerPackages } from "@homeroom/contract/chat-sticker";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { stickerPicture } from "../../../rules/composer/line-sticker.ts";
import styles from "./sticker-board.module.css";

interface StickerBoardProps {
  /** Whether a sticker whose picture does not load can be sent by its number, as for a test account. */
  mayGuess: boolean;
  onPick: (sticker: Sticker) => void;
}

/** LINE's own stickers, chosen by their pictures, which come from LINE. */
export function StickerBoard({ mayGuess, onPick }: StickerBoardProps) {
  const { t } = useTranslation("composer");
  const [packageId, setPackage] = useState<Sticker["packageId"]>(stickerPackages[0].packageId);
  const [unseen, setUnseen] = useState(false);
  const { first, count, title } = stickerPackages.find((one) => one.packageId === packageId) ?? stickerPackages[0];
  return (
    <div className={laid("gridBox gap8", styles.picker)}>
      <Segmented
        block
        size="small"
        aria-label={t("sticker.package")}
        value={packageId}
        options={stickerPackages.map((one) => ({ value: one.packageId, label: one.title }))}
        onChange={setPackage}
      />
      {unseen && (
        <p className={laid("small leading18")} role="status">
          {t(mayGuess ? "sticker.byNumber" : "sticker.unseen")}
        </p>
      )}
      <ul className={laid("closeGrid listed contentStart scrollY", styles.board)} aria-label={title}>
        {Array.from({ length: count }, (_, index) => (
          <Choice
            key={first + index}
            stickerId={String(first + index)}
            number={index + 1}
            label={t("sticker.one", { title, number: index + 1 })}
            mayGuess={mayGuess}
            onUnseen={() => setUnseen(true)}
            onPick={(stickerId) => onPick({ packageId, stickerId })}
          />
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  stickerId: string;
  number: number;
  label: string;
  mayGuess: boolean;
  onUnseen: () => void;
  onPick: (stickerId: string) => void;
}

function Choice({ stickerId, number, label, mayGuess, onUnseen, onPick }: ChoiceProps) {
  const [seen, setSeen] = useState<boolean | null>(null);
  const handleError = () => {
    setSeen(false);
    onUnseen();
  };
  return (
    <li>
      <button
        type="button"
        className={laid("centre bare wide pad4 round8 textColour figures")}
        aria-label={label}
        title={label}
        disabled={seen !== true && !mayGuess}
        onClick={() => onPick(stickerId)}
      >
        {seen === false ? (
          <span aria-hidden>{number}</span>
        ) : (
          <img
            src={stickerPicture(stickerId)}
            alt=""
            width={56}
            height={56}
            referrerPolicy="no-referrer"
            onLoad={() => setSeen(true)}
            onError={handleError}
          />
        )}
      </button>
    </li>
  );
}
