import type { LeadId } from "@homeroom/contract/ids";
import { type ChangeLeadForm, type LeadCard, leads } from "@homeroom/contract/leads";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#platform/api.ts";
import { changedMeanwhile } from "../rules/edited-fields.ts";
import { leadKeys } from "./queries.ts";
import { refreshLead } from "./writes.ts";

export type LeadChanges = ChangeLeadForm["changes"];

/** Somebody else has saved the same field: their card, and the change that was to be saved here. */
export interface LeadConflict {
  theirs: LeadCard;
  changes: LeadChanges;
}

const maxTries = 3;

/**
 * Changes single fields of a lead from its card, optimistically, and reverts on failure. Changes by somebody else to other
 * fields are merged; for the same field both versions are returned, to choose from.
 */
export function useChangeLead(card: LeadCard) {
  const client = useQueryClient();
  const key = leadKeys.card(card.leadId);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<LeadConflict | null>(null);
  const [pending, setPending] = useState(false);

  const attempt = async (changes: LeadChanges, base: LeadCard, tries: number): Promise<boolean> => {
    const now = client.getQueryData<LeadCard>(key) ?? base;
    if (changedMeanwhile(base, now, changes)) {
      setConflict({ theirs: now, changes });
      return false;
    }
    client.setQueryData<LeadCard>(key, { ...now, ...(changes as Partial<LeadCard>) });
    const outcome = await send(card.leadId, now.version, changes);
    if (outcome.version !== undefined) {
      const { version } = outcome;
      client.setQueryData<LeadCard>(key, (shown) => shown && { ...shown, version: Math.max(version, shown.version) });
      return true;
    }
    if (!outcome.stale || tries === 0) {
      client.setQueryData<LeadCard>(key, now);
      setError(outcome.reason);
      return false;
    }
    client.setQueryData<LeadCard>(key, (await api.call(leads.info, { leadId: card.leadId })).resultData);
    return attempt(changes, base, tries - 1);
  };

  /** Resolves to whether it was saved. `base`: the card that the writer has seen. */
  const save = async (changes: LeadChanges, base: LeadCard = card): Promise<boolean> => {
    setError(null);
    setConflict(null);
    setPending(true);
    try {
      return await attempt(changes, base, maxTries);
    } catch (reason) {
      setError(String(reason));
      return false;
    } finally {
      setPending(false);
      void refreshLead(client, card.leadId);
    }
  };

  return {
    save,
    error,
    conflict,
    pending,
    /** Undoes a change unless somebody has changed the same fields since; fields that it cleared are restored too. */
    takeBack: (made: LeadChanges, back: LeadChanges, base: LeadCard) => {
      const seen = Object.entries(base).filter(([field]) => !(field in back) || field in made);
      return save(back, { ...Object.fromEntries(seen), ...made } as LeadCard);
    },
    /** Overwrites somebody else's version with the one entered here. */
    keepMine: () => (conflict ? save(conflict.changes, conflict.theirs) : Promise.resolve(false)),
    takeTheirs: () => setConflict(null),
  };
}

interface Outcome {
  version?: number;
  stale: boolean;
  reason: string;
}

async function send(leadId: LeadId, version: number, changes: LeadChanges): Promise<Outcome> {
  let stale = false;
  try {
    const report = { onFailure: ({ name }: { name: string | null }) => (stale = name === "STALE_DATA") };
    const { resultData } = await api.call(leads.change, { leadId, version, changes }, report);
    return { version: resultData.version, stale, reason: "" };
  } catch (reason) {
    return { stale, reason: String(reason) };
  }
}
