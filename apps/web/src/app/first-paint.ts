import { useLayoutEffect } from "react";

/** Takes away the frame that the first HTML shows (`public/first-paint.js`): from now on there is something to be seen. */
export function useOwnPaint(): void {
  useLayoutEffect(() => document.getElementById("first-paint")?.remove(), []);
}
