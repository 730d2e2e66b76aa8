import type { RefObject } from "react";

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** Left out: only the button that opens the file dialog has a name. */
  label?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** The browser's file dialog, opened by a button. The same file may be chosen again. */
export function FileInput({ ref, accept, label, multiple = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      accept={accept}
      // The kit shows file inputs inside a form despite `hidden`.
      style={{ display: "none" }}
      aria-label={label}
      aria-hidden={label === undefined}
      tabIndex={-1}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = "";
      }}
    />
  );
}
