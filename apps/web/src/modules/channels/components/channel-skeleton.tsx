import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";

/** A placeholder for a loading channel. */
export function ChannelSkeleton() {
  return (
    <div className={laid("card stack")} aria-hidden>
      <div className={laid("middleWrap gap8x12")}>
        <Skeleton width={40} height={40} />
        <div className={laid("grow besidePicture")}>
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
