import { CheckCircleOutlined, ClockCircleOutlined } from "@ant-design/icons";
import { laid } from "#ui/laid.ts";
import styles from "./swipe.module.css";
import type { SwipeSide } from "./use-swipe.ts";

interface SwipeGroundProps {
  side: SwipeSide | null;
  /** Letting go now does it. */
  isFar: boolean;
  /** What moving to a side does. */
  words: Readonly<Record<SwipeSide, string>>;
}

/** What shows beside a thing that is being moved: done to the right, later to the left. The thing is positioned. */
export function SwipeGround({ side, isFar, words }: SwipeGroundProps) {
  if (side === null) return null;
  return (
    <span
      className={laid("middle absolute gap6 strong text13 wide sunkenGround quiet", styles.ground)}
      data-side={side}
      data-far={isFar || undefined}
      aria-hidden
    >
      {side === "right" ? <CheckCircleOutlined /> : <ClockCircleOutlined />}
      {words[side]}
    </span>
  );
}
