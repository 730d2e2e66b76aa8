import { useTranslation } from "react-i18next";
import { Icon } from "#ui/icon/icon.tsx";
import { laid } from "#ui/laid.ts";
import styles from "./command-palette.module.css";
import type { PaletteOption } from "./option.ts";

interface PaletteLineProps {
  id: string;
  option: PaletteOption;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A line of the palette: what it is called, what tells it from others, its kind, and what held the words. */
export function PaletteLine({ id, option, isChosen, onPoint, onOpen }: PaletteLineProps) {
  const { t } = useTranslation("shell");
  const { kind, title, detail, icon, matched } = option;
  const field = matched ? t(`palette.fields.${matched}`) : "";
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={laid("middle bare wide gap10 round8 minHeight40 pad0x10", styles.command)}
      onMouseMove={onPoint}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <span className={laid("cut", styles.title)}>{title}</span>
      <span className={laid("small cut narrowable textStart", styles.detail)}>{detail}</span>
      <span className={laid("small fixed")}>{[t(`palette.kinds.${kind}`), field].filter(Boolean).join(" · ")}</span>
    </button>
  );
}
