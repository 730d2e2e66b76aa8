import type { ReactNode } from "react";
import layout from "#ui/layout.module.css";
import styles from "./avatar.module.css";
import { hueOf, initialsOf } from "./initials.ts";

interface AvatarProps {
  name: string;
  /** Address of the picture; without one the initials stand on a colour that belongs to the name. */
  picture?: string | null | undefined;
  size?: number;
  /** A small sign at the lower right, such as the channel. */
  badge?: ReactNode;
}

/** A person's picture or initials. The name beside it is for readers; this is decoration. */
export function Avatar({ name, picture, size = 32, badge }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.36) };
  return (
    <span className={`${layout.fixed} ${layout.relative} ${styles.avatar}`} style={style} aria-hidden>
      {picture ? (
        <img
          className={`${layout.centre} ${layout.wide} ${layout.circle} ${layout.tall} ${layout.covering}`}
          src={picture}
          alt=""
          loading="lazy"
        />
      ) : (
        <span
          className={`${layout.centre} ${layout.strong} ${layout.wide} ${layout.circle} ${layout.tall} ${layout.covering} ${styles.initials}`}
          style={{ "--hue": hueOf(name) } as React.CSSProperties}
        >
          {initialsOf(name)}
        </span>
      )}
      {badge && (
        <span
          className={`${layout.centre} ${layout.circle} ${layout.surface} ${layout.text12} ${layout.absolute} ${styles.badge}`}
        >
          {badge}
        </span>
      )}
    </span>
  );
}
