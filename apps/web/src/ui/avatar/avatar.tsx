import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
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
    <span className={laid("fixed relative", styles.avatar)} style={style} aria-hidden>
      {picture ? (
        <img className={laid("centre wide circle tall covering")} src={picture} alt="" loading="lazy" />
      ) : (
        <span
          className={laid("centre strong wide circle tall covering", styles.initials)}
          style={{ "--hue": hueOf(name) } as React.CSSProperties}
        >
          {initialsOf(name)}
        </span>
      )}
      {badge && <span className={laid("centre circle surface text12 absolute", styles.badge)}>{badge}</span>}
    </span>
  );
}
