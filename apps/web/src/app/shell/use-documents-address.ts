import { useUser } from "#platform/access.ts";

/** Where the documents are: what this installation has set, or the guide of the product. */
export function useDocumentsAddress(): string {
  return useUser().documentsUrl ?? "/guide";
}
