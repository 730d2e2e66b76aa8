import type { Downloaded } from "@homeroom/contract/client";

/** Saves what a binary call has answered with, as the browser saves downloads. */
export function saveFile({ content, fileName }: Downloaded): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has to begin first.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
