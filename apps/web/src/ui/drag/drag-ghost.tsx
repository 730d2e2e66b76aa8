import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { laid } from "#ui/laid.ts";
import styles from "./drag-ghost.module.css";

interface DragGhostProps {
  x: number;
  y: number;
  children: ReactNode;
}

/** The preview at the pointer while something is dragged. */
export function DragGhost({ x, y, children }: DragGhostProps) {
  return createPortal(
    <div
      className={laid("cut strong round8 surface top0 pinned left0 pad6x12 untouchable", styles.ghost)}
      style={{ transform: `translate(${x + 10}px, ${y + 6}px)` }}
      aria-hidden
    >
      {children}
    </div>,
    document.body,
  );
}
