import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "./channel-card.module.css";

/** A channel that is still on its way. */
export function ChannelSkeleton() {
  return (
    <div className={`${layout.card} ${layout.stack}`} aria-hidden>
      <div className={`${layout.middleWrap} ${layout.gap8x12}`}>
        <Skeleton width={40} height={40} />
        <div className={`${layout.grow} ${styles.words}`}>
          <Skeleton width={180} />
          <br />
          <Skeleton width={120} height={12} />
        </div>
      </div>
      {[1, 2].map((line) => (
        <Skeleton key={line} width="80%" height={34} />
      ))}
      <Skeleton height={32} />
    </div>
  );
}
