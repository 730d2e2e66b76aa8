import type { ImportRequest, ImportTemplate } from "#modules/imports/public";
import { branchesOf } from "#modules/organizations/public";
import { shownRoleName } from "#modules/roles/public";
import type { Tx } from "#platform/db/transaction";
import { mayGiveBranch, mayGiveRole } from "../policy.ts";
import { departmentsOf, rolesOf } from "../queries/staff-choices.ts";
import { educationNames, genderNames, staffFileWords, staffNotes } from "../rules/staff-table.ts";

/** The template of staff: a sample, what each column takes, and the names that can currently be chosen. */
export async function staffTemplate(
  tx: Tx,
  { actor, scope, language }: Pick<ImportRequest, "actor" | "scope" | "language">,
): Promise<ImportTemplate> {
  const roles = (await rolesOf(tx, scope)).filter((role) => role.status === 1 && mayGiveRole(actor, role, "everyone"));
  const branches = (await branchesOf(tx, scope)).filter(
    (one) => one.status === 1 && mayGiveBranch(actor, one.branchId),
  );
  const choices = {
    roles: roles.map(shownRoleName),
    branches: branches.map(({ name }) => name),
    department: (await departmentsOf(tx, scope)).filter(({ status }) => status === 1).map(({ name }) => name),
    gender: genderNames.map((texts) => texts[language]),
    education: educationNames.map((texts) => texts[language]),
  };
  const said = Object.entries(staffNotes).map(([field, texts]) => [field, texts[language]] as const);
  const notes: Record<string, string> = Object.fromEntries(said);
  for (const [field, names] of Object.entries(choices)) {
    notes[field] = [notes[field], names.join(language === "en" ? ", " : "、")].filter(Boolean).join(" · ");
  }
  const sample = {
    nickname: staffFileWords.sampleName[language],
    email: "mei.chen@example.com",
    staffID: "T001",
    areaCode: "+852",
    phone: "91234567",
    roles: choices.roles.at(-1) ?? "",
    branches: choices.branches[0] ?? "",
    gender: choices.gender[2] ?? "",
    birthdate: "1995-08-21",
    education: choices.education[3] ?? "",
  };
  return { fileName: `${staffFileWords.template[language]}.xlsx`, samples: [sample], notes, choices };
}
