import { checkFields } from "@homeroom/contract/errors/field-errors";
import { fieldTexts } from "@homeroom/contract/errors/field-texts";
import type { BranchId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { Language, Texts } from "@homeroom/contract/language";
import { AddStaffForm } from "@homeroom/contract/staff";
import type { ImportFault, ReadRow } from "#modules/imports/public";
import { roleNames } from "#modules/roles/public";
import { splitPhone } from "#platform/phones/phones";
import { educationNames, educationWords, genderNames, genderWords, type StaffColumn } from "./staff-table.ts";

/** The meaning of names in a table and of empty cells. */
export interface StaffPlaces {
  readonly roles: readonly { id: RoleId; name: string; code: string }[];
  readonly branches: readonly { branchId: BranchId; name: string }[];
  readonly departments: readonly { id: RecordId; name: string; code: string }[];
  readonly defaults: {
    roleIds: readonly RoleId[];
    branchId: BranchId;
    departmentId: RecordId | null;
    areaCode: string;
  };
  readonly language: Language;
  readonly invite: boolean;
}

/** A valid row: the whole form for a new person, and which of its fields the row actually has. */
export interface StaffRowRead {
  readonly form: AddStaffForm;
  readonly given: ReadonlySet<keyof AddStaffForm>;
}

type Cells = Readonly<Partial<Record<StaffColumn, string>>>;

/** Reads one row of staff: names in any language, dates and numbers in the usual formats. */
export function readStaffCells(cells: Cells, places: StaffPlaces): ReadRow<StaffRowRead> {
  const faults: ImportFault[] = [];
  const reader = cellReader(cells, faults, places.language);
  const phone = phoneOf(cells.areaCode, cells.phone, places.defaults.areaCode);
  const emergency = phoneOf(cells.emergencyAreaCode, cells.emergencyPhone, places.defaults.areaCode);
  const roleIds = reader.names("roles", places.roles, (role) => [...roleNames(role), role.code]).map(({ id }) => id);
  const branchIDs = reader.names("branches", places.branches, ({ name }) => [name]).map(({ branchId }) => branchId);
  const [department] = reader.names("department", places.departments, ({ name, code }) => [name, code]);
  const form = {
    ...textsOf(cells),
    areaCode: phone.areaCode,
    phone: phone.phone,
    roleIds: cells.roles ? roleIds : [...places.defaults.roleIds],
    branchIDs: cells.branches ? branchIDs : [places.defaults.branchId],
    deptID: department?.id ?? places.defaults.departmentId,
    gender: reader.choice("gender", genderNames, genderWords),
    education: reader.choice("education", educationNames, educationWords),
    birthdate: reader.day("birthdate"),
    emergencyContact: {
      name: cells.emergencyName ?? "",
      areaCode: emergency.areaCode,
      phone: emergency.phone,
      email: cells.emergencyEmail ?? "",
    },
    invite: places.invite,
  };
  const name = cells.nickname || cells.email || "";
  const checked = checkFields(AddStaffForm, form, places.language);
  const wrong = "errors" in checked ? checked.errors.map((error) => ({ ...error, name: error.name })) : [];
  const all = [
    ...faults,
    ...wrong.map(({ field, name: code, message }) => ({ field: columnOf(field), name: code, message })),
  ];
  if (all.length > 0 || "errors" in checked) return { name, faults: onePerColumn(all) };
  const { value } = checked;
  const keys = [{ field: "email", key: value.email }];
  if (value.staffID !== "") keys.push({ field: "staffID", key: value.staffID.toLowerCase() });
  return { name, row: { form: value, given: givenFields(cells) }, keys };
}

const plainTexts = [
  "nickname",
  "email",
  "staffID",
  "lastName",
  "firstName",
  "ename",
  "school",
  "introduction",
  "address",
  "notes",
] as const;

function textsOf(cells: Cells): Record<string, string> {
  return Object.fromEntries(plainTexts.map((field) => [field, cells[field] ?? ""]));
}

/** The column of a form field, so that a fault is shown at its cell. */
export function columnOf(field: string): string {
  const [first = "", second = ""] = field.split(".");
  if (first === "emergencyContact") return `emergency${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  const renamed: Record<string, string> = { roleIds: "roles", branchIDs: "branches", deptID: "department" };
  return renamed[first] ?? first;
}

function onePerColumn(faults: readonly ImportFault[]): ImportFault[] {
  return [...new Map([...faults].reverse().map((fault) => [fault.field, fault])).values()].reverse();
}

function givenFields(cells: Cells): Set<keyof AddStaffForm> {
  const columns = Object.entries(cells).filter(([, text]) => text !== "");
  const fields = columns.map(([column]) => {
    if (column.startsWith("emergency")) return "emergencyContact";
    return { roles: "roleIds", branches: "branchIDs", department: "deptID" }[column] ?? column;
  });
  // A full number includes its area code.
  if (cells.phone) fields.push("areaCode");
  return new Set(fields as (keyof AddStaffForm)[]);
}

function cellReader(cells: Cells, faults: ImportFault[], language: Language) {
  const unknown = (field: StaffColumn, value: string) =>
    void faults.push({ field, name: "IMPORT_CHOICE_UNKNOWN", data: { value: value.slice(0, 60) } });
  return {
    names<Item>(field: StaffColumn, items: readonly Item[], namesOf: (item: Item) => string[]): Item[] {
      const wanted = (cells[field] ?? "")
        .split(/[,，、;；|\n]/)
        .map(plain)
        .filter(Boolean);
      return wanted.flatMap((name) => {
        const found = items.find((item) => namesOf(item).map(plain).includes(name));
        if (!found) unknown(field, name);
        return found ? [found] : [];
      });
    },
    choice(field: StaffColumn, names: readonly Texts[], words: Readonly<Record<string, number>>): number {
      const text = plain(cells[field] ?? "");
      if (text === "") return 0;
      const named = names.findIndex(
        (texts, at) => text === String(at) || Object.values(texts).map(plain).includes(text),
      );
      const found = named >= 0 ? named : Object.hasOwn(words, text) ? words[text] : undefined;
      if (found === undefined) unknown(field, cells[field] ?? "");
      return found ?? 0;
    },
    day(field: StaffColumn): string {
      const text = cells[field] ?? "";
      const day = dayOf(text);
      if (day === null) faults.push({ field, name: "FIELD_INVALID", message: fieldTexts.date[language] });
      return day ?? "";
    },
  };
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** A day in the usual formats, as `YYYY-MM-DD`; null if there is no such day. Years of the Republic of China are accepted. */
export function dayOf(text: string): string | null {
  if (text === "") return "";
  const found =
    /^(民國)?(\d{2,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\s.*)?$/.exec(text.normalize("NFKC").trim()) ??
    /^()(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const [, republic, year = "", month = "", day = ""] = found;
  if (!republic && year.length !== 4) return null;
  const iso = `${republic ? Number(year) + 1911 : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** Area code and number from two cells: a number with a plus has its own area code. Remarks and dashes are dropped. */
function phoneOf(areaCode = "", phone = "", usual: string): { areaCode: string; phone: string } {
  if (phone === "") return { areaCode: "", phone: "" };
  const written = phone
    .normalize("NFKC")
    .replace(/[‐-―]/g, "-")
    .replaceAll(".", "-")
    .replace(/^00(?=[1-9])/, "+");
  if (written.startsWith("+")) {
    const { areaCode: own, phone: rest } = splitPhone(written.replace(/\D/g, ""));
    if (own) return { areaCode: own, phone: rest };
  }
  const digits = areaCode.normalize("NFKC").replace(/\D/g, "").replace(/^00/, "");
  return { areaCode: digits ? `+${digits}` : usual, phone: written };
}
