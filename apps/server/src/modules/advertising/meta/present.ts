import type { BranchId } from "@homeroom/contract/ids";
import type { MetaPage, MetaSetting } from "@homeroom/contract/meta-settings";
import type { StoredConnection, StoredMetaPage } from "./queries.ts";
import { stateOf } from "./rules/connection.ts";

/** The settings without keys. */
export function presentMetaSetting({
  connection,
  pages,
  branches,
  ...may
}: {
  connection: StoredConnection | undefined;
  pages: readonly StoredMetaPage[];
  branches: ReadonlyMap<BranchId, string>;
  available: boolean;
  mayConnect: boolean;
}): MetaSetting {
  return {
    ...may,
    connection: connection
      ? {
          userName: connection.user_name,
          state: stateOf(connection, new Date()),
          connectedAt: connection.connected_at.toISOString(),
          expiresAt: connection.expires_at?.toISOString() ?? null,
          missingScopes: connection.missing_scopes,
        }
      : null,
    pages: pages.map((page) => presentPage(page, branches)),
  };
}

function presentPage(page: StoredMetaPage, branches: ReadonlyMap<BranchId, string>): MetaPage {
  const { branch_id: branchID } = page;
  return {
    pageID: page.page_id,
    name: page.name,
    branch: branchID && { branchID, name: branches.get(branchID) ?? "" },
    channelID: page.channel_id,
    secondaryChannelID: page.secondary_channel_id,
    status: page.status,
    problem: page.problem,
    lastReceivedAt: page.last_received_at?.toISOString() ?? null,
    version: page.version,
  };
}
