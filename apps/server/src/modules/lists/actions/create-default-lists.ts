import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import { defaultChannels, defaultItems } from "../rules.ts";

/** Gives a new organisation its default lists and channels. A repeated call adds only what is missing. */
export async function createDefaultLists(
  tx: Tx,
  organization: { organizationId: OrganizationId; language: Language },
  newId: () => string = v7,
): Promise<void> {
  const { organizationId, language } = organization;
  const items = Object.entries(defaultItems).flatMap(([list, defaults]) =>
    defaults.map((one, index) => ({
      organization_id: organizationId,
      item_id: RecordId.parse(newId()),
      project_id: Number(list),
      code: one.code,
      name: one.names[language],
      color: null,
      sort: index + 1,
    })),
  );
  const channels = defaultChannels.map((code, index) => ({
    organization_id: organizationId,
    lead_channel_id: RecordId.parse(newId()),
    parent_id: null,
    code,
    name: code,
    sort: index + 1,
  }));
  await tx
    .insertInto("list_item")
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto("lead_channel")
    .values(channels)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
