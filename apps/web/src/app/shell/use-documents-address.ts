import { useUser } from "#platform/access.ts";

/** The address of the documentation: the one set for this installation, or the built-in guide. */
export function useDocumentsAddress(): string {
  return useUser().documentsUrl ?? "/guide";
}
