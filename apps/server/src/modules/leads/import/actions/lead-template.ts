import type { Language } from "@homeroom/contract/language";
import { declaredLeadFields } from "@homeroom/contract/lead-fields";
import { customLists } from "@homeroom/contract/media";
import { colleaguesWithRole } from "#modules/accounts/public";
import type { ImportRequest, ImportTemplate } from "#modules/imports/public";
import { channelsOf, itemsOf } from "#modules/lists/public";
import type { Tx } from "#platform/db/transaction";
import { leadFileWords, leadNotes } from "../rules/import-fields.ts";

/** The template of leads: a sample, what each column takes, and the names that can currently be chosen. */
export async function leadTemplate(
  tx: Tx,
  { actor, scope, language }: Pick<ImportRequest, "actor" | "scope" | "language">,
): Promise<ImportTemplate> {
  const here = (person: { branchIds: readonly string[] }) => person.branchIds.includes(actor.branchId);
  const sales = (await colleaguesWithRole(tx, scope, "sales")).filter(here);
  const tutors = (await colleaguesWithRole(tx, scope, "tutor")).filter(here);
  const channels = await channelsOf(tx, scope);
  const names = (items: readonly { name: string; shownName?: string }[]) =>
    items.map(({ name, shownName }) => shownName ?? name);
  const choices: Record<string, readonly string[]> = {
    ...plainChoices(language),
    channel: names(channels.filter((channel) => channel.parent_id === null)),
    secondaryChannel: names(channels.filter((channel) => channel.parent_id !== null)),
    status: names(await itemsOf(tx, scope, customLists.leadStatuses)),
    result: names(await itemsOf(tx, scope, customLists.contactResults)),
    regularContact: names(await itemsOf(tx, scope, customLists.regularContactTypes)),
    tag: names(await itemsOf(tx, scope, customLists.tags)),
    sales: sales.map(({ nickname }) => nickname),
    tutor: tutors.map(({ nickname }) => nickname),
  };
  const words = (key: keyof typeof leadFileWords) => leadFileWords[key][language];
  return {
    fileName: `${words("template")}.xlsx`,
    samples: [
      {
        nickname: words("sampleName"),
        gender: choices["gender"]?.[1] ?? "",
        birthday: "2017-08-21",
        areaCode: "+852",
        phone: "91234567",
        email: "ming@example.com",
        channel: choices["channel"]?.[0] ?? "",
        status: choices["status"]?.[0] ?? "",
        contact1Name: words("sampleContact"),
        contact1AreaCode: "+852",
        contact1Phone: "61234567",
        acceptmessage: words("yes"),
      },
    ],
    notes: Object.fromEntries(Object.entries(leadNotes).map(([field, texts]) => [field, texts[language]])),
    choices,
  };
}

/** The names of choices, and yes and no. */
function plainChoices(language: Language): Record<string, readonly string[]> {
  const { yes, no } = leadFileWords;
  const named = declaredLeadFields.flatMap(([field, { kind, names = [] }]) => {
    const texts = kind === "flag" ? [yes, no] : names;
    return texts.length > 0 ? [[field, texts.map((one) => one[language])] as const] : [];
  });
  return Object.fromEntries(named);
}
