import { CheckCircleOutlined, ClockCircleOutlined } from "@ant-design/icons";
import { laid } from "#ui/laid.ts";
import styles from "./swipe.module.css";
import type { SwipeSide } from "./use-swipe.ts";

interface SwipeGroundProps {
  side: SwipeSide | null;
  /** Releasing now triggers it. */
  isFar: boolean;
  /** The label of each side's action. */
  words: Readonly<Record<SwipeSide, string>>;
}

/** The background revealed by a swipe: done when moved right, later when moved left. The swiped element must be positioned. */
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
