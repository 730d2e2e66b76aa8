import type { BranchId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { ChangeLeadForm, type LeadRow } from "@homeroom/contract/leads";
import type { QueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { channelsQuery, itemsQuery, peopleQuery } from "#platform/choices.ts";
import type { PastedCell } from "#ui/data-table/paste.ts";
import { problemsOf } from "#ui/drawer-form/issues.ts";
import type { Choice } from "../rules/cell-change.ts";
import { type ChoiceField, isEdited } from "../rules/edited-fields.ts";
import { changeBack, type PasteChoices, type PasteFault, pastedChange } from "../rules/pasted-change.ts";
import type { CellChange, CellWrites } from "./cell-writes.ts";

import { shownLead } from "./writes.ts";

/** A filled cell, and the lead as it was before. */
export interface FilledCell {
  before: LeadRow;
  change: CellChange;
}

export interface PasteOutcome {
  filled: FilledCell[];
  /** Cells that already had the pasted value. */
  same: number;
  failed: number;
}

interface PasteGiven {
  client: QueryClient;
  writes: CellWrites;
  cells: readonly PastedCell<LeadRow>[];
  /** The only person that the reader can set as owner; undefined if they can set anybody. */
  onlySelf: string | undefined;
  language: Language;
  words: { fault: (fault: PasteFault, text: string) => string; issue: TFunction<"ui"> };
  onProgress: (done: number) => void;
}

const leadsAtOnce = 3;

/**
 * Saves pasted cells with the single save of a lead: those of one lead one after another, each with the version from the one
 * before. Failures are shown on their cells.
 */
export async function pasteLeads(given: PasteGiven): Promise<PasteOutcome> {
  const outcome: PasteOutcome = { filled: [], same: 0, failed: 0 };
  const choices = await choicesFor(given);
  let done = 0;
  await byLead(given.cells, async (cell) => {
    const result = await fill(given, cell, choices);
    if (result === "same") outcome.same++;
    else if (result === "failed") outcome.failed++;
    else outcome.filled.push(result);
    given.onProgress(++done);
  });
  return outcome;
}

/** Undoes a paste; returns how many cells stay as they are because somebody has changed them since. */
export async function takeBack(
  { client, writes, onProgress }: Pick<PasteGiven, "client" | "writes" | "onProgress">,
  filled: readonly FilledCell[],
): Promise<number> {
  let [done, left] = [0, 0];
  const cells = filled.map((cell) => ({ ...cell, row: cell.before })).reverse();
  await byLead(cells, async ({ before, change }) => {
    const back = changeBack(before, shownLead(client, before.leadId), change);
    if (!back || !(await writes.save(before.leadId, back))) left++;
    onProgress(++done);
  });
  return left;
}

async function fill(
  { client, writes, language, words }: PasteGiven,
  cell: PastedCell<LeadRow>,
  choices: PasteChoices,
): Promise<FilledCell | "same" | "failed"> {
  if (!isEdited(cell.column)) return "failed";
  const before = shownLead(client, cell.row.leadId) ?? cell.row;
  const refuse = (message: string) => {
    writes.refuse(before.leadId, cell.column, message);
    return "failed" as const;
  };
  const pasted = pastedChange(before, cell.column, cell.text, choices);
  if ("fault" in pasted) return refuse(words.fault(pasted.fault, cell.text));
  if (!pasted.change) return "same";
  const [problem] = problemsOf(ChangeLeadForm.shape.changes, pasted.change.changes, language, words.issue);
  if (problem) return refuse(problem.text);
  return (await writes.save(before.leadId, pasted.change)) ? { before, change: pasted.change } : "failed";
}

/** Several leads in parallel, the cells of each one after another. */
async function byLead<Cell extends { row: LeadRow }>(cells: readonly Cell[], act: (cell: Cell) => Promise<void>) {
  const leads = [...Map.groupBy(cells, ({ row }) => row.leadId).values()];
  const work = async () => {
    for (let own = leads.shift(); own; own = leads.shift()) for (const cell of own) await act(cell);
  };
  await Promise.all(Array.from({ length: leadsAtOnce }, work));
}

/** The choices for the pasted columns, each list fetched once. */
async function choicesFor({ client, cells, onlySelf }: PasteGiven): Promise<PasteChoices> {
  const columns = new Set(cells.map(({ column }) => column));
  const branches = [...new Set(cells.map(({ row }) => row.branchID))];
  const known = new Map<string, readonly Choice[]>();
  const named = (list: readonly { recordID: string; name: string }[]) =>
    list.map(({ recordID, name }) => ({ value: recordID, label: name }));
  for (const [column, list] of Object.entries(listsOf)) {
    if (columns.has(column)) known.set(column, named(await client.query(itemsQuery(list))));
  }
  if (columns.has("channel")) known.set("channel", named(await client.query(channelsQuery)));
  for (const role of ["sales", "tutor"] as const) {
    for (const branch of columns.has(role) ? branches : []) {
      const people = await client.query(peopleQuery(role, branch));
      known.set(`${role} ${branch}`, onlySelf ? people.filter(({ value }) => value === onlySelf) : people);
    }
  }
  const tags = columns.has("tag") ? await client.query(itemsQuery("tags")) : [];
  const keyOf = (field: ChoiceField, branch: BranchId) =>
    field === "sales" || field === "tutor" ? `${field} ${branch}` : field;
  return {
    of: (field, lead) => known.get(keyOf(field, lead.branchID)) ?? [],
    tags: tags.map(({ recordID, name, color }) => ({
      recordID,
      name,
      color: color as LeadRow["tag"][number]["color"],
    })),
  };
}

const listsOf = {
  status: "leadStatuses",
  result: "contactResults",
  regularContact: "regularContactTypes",
} as const;
