import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import layout from "#ui/layout.module.css";
import styles from "./drag-ghost.module.css";

interface DragGhostProps {
  x: number;
  y: number;
  children: ReactNode;
}

/** What hangs at the pointer while something is dragged. */
export function DragGhost({ x, y, children }: DragGhostProps) {
  return createPortal(
    <div
      className={`${layout.cut} ${layout.strong} ${layout.round8} ${layout.surface} ${layout.top0} ${styles.ghost}`}
      style={{ transform: `translate(${x + 10}px, ${y + 6}px)` }}
      aria-hidden
    >
      {children}
    </div>,
    document.body,
  );
}
