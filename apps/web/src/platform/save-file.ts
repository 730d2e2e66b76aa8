import type { DownloadedFile } from "@homeroom/contract/client";

/** Saves the answer of a binary call as a download. */
export function saveFile({ content, fileName }: DownloadedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser must start the download first.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
