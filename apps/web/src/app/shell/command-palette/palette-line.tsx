import { useTranslation } from "react-i18next";
import { Icon } from "#ui/icon/icon.tsx";
import layout from "#ui/layout.module.css";
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
      className={`${layout.middle} ${layout.bare} ${layout.wide} ${layout.gap10} ${layout.round8} ${layout.minHeight40} ${layout.pad0x10} ${styles.command}`}
      onMouseMove={onPoint}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <span className={`${layout.cut} ${styles.title}`}>{title}</span>
      <span className={`${layout.small} ${layout.cut} ${layout.narrowable} ${layout.textStart} ${styles.detail}`}>
        {detail}
      </span>
      <span className={`${layout.small} ${layout.fixed}`}>
        {[t(`palette.kinds.${kind}`), field].filter(Boolean).join(" · ")}
      </span>
    </button>
  );
}
