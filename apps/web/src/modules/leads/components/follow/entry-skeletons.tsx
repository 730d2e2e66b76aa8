import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "../time-line.module.css";

/** Placeholders for loading entries. */
export function EntrySkeletons() {
  return (
    <div aria-hidden className={laid("column noPadding unmarked")}>
      {[60, 45, 70].map((width) => (
        <span key={width} className={laid("onTimeLine", styles.entry)}>
          <Skeleton width={`${width}%`} />
        </span>
      ))}
    </div>
  );
}
