import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "./conversation-pane.module.css";

const shapes = [
  ["in", 220],
  ["in", 320],
  ["out", 260],
  ["in", 180],
  ["out", 340],
  ["out", 140],
  ["in", 280],
] as const;

/** The shape of a conversation that is loading. */
export function MessageSkeletons() {
  return shapes.map(([direction, width]) => (
    <div key={width} className={laid("flexBox", styles.skeleton)} data-direction={direction}>
      <Skeleton width={width} height={40} />
    </div>
  ));
}
