import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { mergeValues } from "#ui/drawer-form/merge.ts";

type Setting = ResponseOf<typeof broadcastSettings.setting>;

/** The settings in the shape of the form. */
export type KnownForm = Omit<Setting, "usedThisMonth">;

const fieldNames = ["monthlyLimit", "warningLevels", "approvalAbove", "quietHours", "prices"] as const;
export type FieldName = (typeof fieldNames)[number];

/** The part of the settings that can be written. */
export function formOf({ usedThisMonth: _used, ...form }: Setting): KnownForm {
  return form;
}

/**
 * The unsaved changes, merged with the saved settings. `both`: the fields that two people changed, where the writer's values
 * are kept; null if there are none to review.
 */
export function withTheirs(
  theirs: KnownForm,
  { base, mine }: { base: KnownForm; mine: KnownForm },
): { form: KnownForm; both: FieldName[] | null } {
  const { values, taken, both } = mergeValues(
    { base, mine, theirs },
    fieldNames.map((name) => [name]),
  );
  const form = values as KnownForm;
  const named = fieldNames.filter((name) => both.some(({ path }) => path[0] === name));
  const keeps = fieldNames.some((name) => form[name] === mine[name] && mine[name] !== base[name]);
  return { form, both: named.length > 0 || (keeps && taken.length > 0) ? named : null };
}
