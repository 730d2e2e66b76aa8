import { useEffect, useState } from "react";

/** True once `waiting` has lasted for a moment, so that fast loads show no skeleton. */
export function useDelayed(waiting: boolean, milliseconds = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, milliseconds]);
  return waiting && late;
}
