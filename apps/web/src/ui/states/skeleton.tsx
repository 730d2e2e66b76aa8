import { laid } from "#ui/laid.ts";
import styles from "./skeleton.module.css";

interface SkeletonProps {
  width?: number | string;
  height?: number;
  round?: boolean;
}

/** A quiet bar in place of loading content. Give it the size of that content, so that nothing jumps. */
export function Skeleton({ width = "100%", height = 14, round = false }: SkeletonProps) {
  return (
    <span
      className={laid("maxWide", styles.bar)}
      style={{ width, height, borderRadius: round ? "50%" : 6 }}
      aria-hidden
    />
  );
}
