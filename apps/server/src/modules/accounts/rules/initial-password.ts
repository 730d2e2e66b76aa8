import type { OrganizationId } from "@homeroom/contract/ids";
import type { Platform } from "#platform/server-module";

const lookAlikes = /[^A-HJ-NP-Za-km-z2-9]/g;

/**
 * What new accounts of an organisation and reset passwords begin with: the server's setting, else one of the
 * organisation's own that follows from the server's key. Always the same, so that staff can be told it, and nobody
 * outside can guess it.
 */
export function initialPasswordOf(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  organizationId: OrganizationId,
): string {
  if (settings.STAFF_INITIAL_PASSWORD) return settings.STAFF_INITIAL_PASSWORD;
  return `Hi${secrets.sign("staff initial password", organizationId).replace(lookAlikes, "").slice(0, 8)}`;
}
