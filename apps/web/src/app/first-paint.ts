import { useLayoutEffect } from "react";

/** Removes the frame of the first HTML (`public/first-paint.js`), once there is content to show. */
export function useOwnPaint(): void {
  useLayoutEffect(() => document.getElementById("first-paint")?.remove(), []);
}
