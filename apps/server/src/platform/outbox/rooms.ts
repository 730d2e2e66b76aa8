import type { AccountId, OrganizationId } from "@homeroom/contract/ids";

/**
 * Names of socket rooms. Each begins with its organisation, so an id of another organisation cannot match it. Rooms of rows are
 * named in `platform/db/row-filter.ts`.
 */
export function organizationRoom(organizationId: OrganizationId): string {
  return `organization:${organizationId}`;
}

/** All sockets of a person. */
export function accountRoom(organizationId: OrganizationId, accountId: AccountId): string {
  return `organization:${organizationId}:account:${accountId}`;
}

/** The sockets of one session. */
export function sessionRoom(organizationId: OrganizationId, sessionId: string): string {
  return `organization:${organizationId}:session:${sessionId}`;
}
