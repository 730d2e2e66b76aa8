import { useCallback, useRef } from "react";

/**
 * The `ref` of a field that takes the focus when it appears, and only then. Ant Design calls refs on every render: a plain
 * callback would move the cursor with every key.
 */
export function useFocusFirst(): (field: { focus: () => void } | null) => void {
  const isDone = useRef(false);
  return useCallback((field) => {
    if (!field || isDone.current) return;
    isDone.current = true;
    field.focus();
  }, []);
}
