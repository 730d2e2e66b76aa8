import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
import styles from "./avatar.module.css";

interface AvatarProps {
  name: string;
  /** Address of the picture; without one the initials stand on a colour that belongs to the name. */
  picture?: string | null | undefined;
  size?: number;
  /** A small sign at the lower right, such as the channel. */
  badge?: ReactNode;
}

/** A person's picture or initials. It is decoration: the name is beside it. */
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
          {/* Never empty: without a line of text it would be higher than the text beside it. */}
          {initialsOf(name) || "\u200b"}
        </span>
      )}
      {badge && <span className={laid("centre circle surface text12 absolute", styles.badge)}>{badge}</span>}
    </span>
  );
}

/**
 * One Chinese character (of the given name), or up to two Latin initials; for a phone number the last two digits. An empty
 * name has none.
 */
export function initialsOf(name: string): string {
  const clean = name.trim();
  if (/^\p{Script=Han}{2,4}$/u.test(clean)) return [...clean].slice(-2).join("");
  if (/^\+?[\d\s()-]+$/.test(clean)) return clean.replace(/\D/g, "").slice(-2);
  const words = clean.split(/[\s._-]+/).filter(Boolean);
  const letters = words.map((word) => [...word][0] ?? "").filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const [first = "", ...others] = letters;
  const last = others.at(-1) ?? "";
  return (/\p{Script=Han}/u.test(first) ? first : first + last).toUpperCase();
}

/** A hue from 0 to 359 that is always the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3_600_000;
  return hash % 360;
}
