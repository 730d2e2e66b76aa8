import type { RowsOf } from "./lead-rows.ts";
import { createRows, type Rows } from "./rows.ts";
import type { Wall } from "./sample.ts";
import type { Person, World } from "./world.ts";

const customers = {
  mine: { name: "自己的客戶", phone: "85261231112" },
  own: { name: "同事的客戶", phone: "85261232223" },
  branch: { name: "沙田的客戶", phone: "85261233334" },
  organization: { name: "別家的客戶", phone: "85261234445" },
};

/** The limited person's own rows, in the first branch. */
export function createOwnRows(world: World): Promise<Rows> {
  const { ours, numbers, owner, limited } = world;
  const here = { number: numbers.first, branchId: ours.branchIds[0], writer: owner };
  return createRows(world, { ...here, sales: limited.accountId, customer: customers.mine });
}

/**
 * The rows behind a wall, and a person who sees them: a colleague's in the first branch, the limited person's in the
 * second, or those of the other organisation.
 */
export async function createRowsBehind(world: World, wall: Wall): Promise<{ rows: Rows; seenBy: Person }> {
  const { ours, foreign, numbers, owner, foreignOwner, limited, colleague } = world;
  const [first, second] = ours.branchIds;
  const places: Record<Wall, Omit<RowsOf, "customer">> = {
    own: { number: numbers.first, branchId: first, sales: colleague.accountId, writer: owner },
    branch: { number: numbers.second, branchId: second, sales: limited.accountId, writer: owner },
    organization: {
      number: numbers.foreign,
      branchId: foreign.branchIds[0],
      sales: foreignOwner.accountId,
      writer: foreignOwner,
    },
  };
  const rows = await createRows(world, { ...places[wall], customer: customers[wall] });
  return { rows, seenBy: places[wall].writer };
}
