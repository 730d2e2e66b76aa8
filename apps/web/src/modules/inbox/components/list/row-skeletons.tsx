import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "./conversation-rows.module.css";

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The shape of the rows that are loading. */
export function RowSkeletons() {
  return (
    <div className={layout.relative} aria-hidden>
      {rows.map((row, index) => (
        <div
          key={row}
          className={laid("gridBox alignCentre pad0x12 absolute pointer sinkable", styles.row)}
          style={{ top: index * 72, cursor: "default" }}
        >
          <span className={styles.avatar}>
            <Skeleton width={40} height={40} round />
          </span>
          <Skeleton width={`${40 + ((index * 17) % 30)}%`} />
          <Skeleton width={`${60 + ((index * 13) % 35)}%`} height={12} />
        </div>
      ))}
    </div>
  );
}
