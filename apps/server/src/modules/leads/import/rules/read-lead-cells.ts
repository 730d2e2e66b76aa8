import { checkFields } from "@homeroom/contract/errors/field-errors";
import { fieldTexts } from "@homeroom/contract/errors/field-texts";
import type { Language, Texts } from "@homeroom/contract/language";
import { type DeclaredLeadField, declaredLeadFields, type PlainLeadField } from "@homeroom/contract/lead-fields";
import { AddLeadForm } from "@homeroom/contract/leads";
import type { ImportFault, ImportRemark, ReadRow } from "#modules/imports/public";
import { type CheckedLead, checkLead, type LeadFields } from "../../record/rules/lead-row.ts";
import type { LeadColumn } from "../../record/rules/lead-table.ts";
import { cellFaults, remarkTexts } from "./import-fields.ts";
import { choiceOf, countryOf, flagOf, genderWords } from "./read-choices.ts";
import { type DayHabits, readDay } from "./read-days.ts";
import { hasLostDigits, type NumberInCell, numbersIn, type ReadNumber, readNumber } from "./read-numbers.ts";

/** The meaning of empty and ambiguous cells. */
export interface LeadPlace {
  readonly language: Language;
  /** "+886", for numbers without one. */
  readonly areaCode: string;
  /** Of the organisation's other branches. */
  readonly otherAreaCodes?: readonly string[];
  readonly days: DayHabits;
}

/** The list items and people that a row names, looked up when the row is written. */
export interface LeadNames {
  readonly channel: string;
  readonly secondaryChannel: string;
  readonly status: string;
  readonly result: string;
  readonly regularContact: string;
  readonly sales: string;
  readonly tutor: string;
  readonly tag: readonly string[];
}

/** A valid row: the form without its names, and which of the form's fields the row actually has. */
export interface LeadRowRead {
  readonly form: LeadFields;
  readonly checked: CheckedLead;
  readonly names: LeadNames;
  readonly given: ReadonlySet<string>;
  readonly remarks: readonly ImportRemark[];
  readonly shown: Readonly<Record<string, string>>;
}

type Cells = Readonly<Partial<Record<LeadColumn, string>>>;

const LeadForm = AddLeadForm.omit({ leadId: true, branchID: true });

/** Reads one row of leads: names in any language, days and numbers in the usual formats. Pure. */
export function readLeadCells(cells: Cells, place: LeadPlace): ReadRow<LeadRowRead> {
  const notes = remarksOf(place.language);
  const numbers = readNumbers(cells, place, notes);
  const emails = readEmails(cells, notes);
  const form = {
    ...plainFieldsIn(cells, place, notes),
    nickname: nicknameOf(cells),
    leadDate: dayIn("leadDate", cells, { place, notes }),
    nextContactDate: dayIn("nextContactDate", cells, { place, notes }),
    regularContact: null,
    areaCode: numbers.own.areaCode,
    phone: numbers.own.phone,
    email: emails.own,
    contact1: { name: numbers.names[0], email: emails.contact1, ...formOf(numbers.contacts[0]) },
    contact2: { name: numbers.names[1], email: cells.contact2Email ?? "", ...formOf(numbers.contacts[1]) },
    notes: [cells.notes ?? "", ...notes.rest].filter(Boolean).join("\n"),
  };
  if (cells.regularContact && !form.nextContactDate) notes.remark("regularContact", remarkTexts.kindNeedsDay);
  const name = form.nickname || form.phone || form.email;
  const read = checkFields(LeadForm, form, place.language);
  if ("errors" in read) {
    const wrong = read.errors.map(({ field, name: code, message }) => ({
      field: columnOf(field),
      name: code,
      message,
    }));
    // All that is wrong in a row is said at once: its number as well.
    return { name, faults: onePerColumn([...notes.faults, ...numberFaults(numbers), ...wrong]) };
  }
  const checked = checkLead(read.value, {
    phone: numbers.own,
    contact1: numbers.contacts[0],
    contact2: numbers.contacts[1],
  });
  const wrong = [...notes.faults, ...numberFaults(numbers), ...checked.faults.map(atColumn)];
  if (wrong.length > 0) return { name, faults: onePerColumn(wrong) };
  const shown = shownOf(read.value, checked);
  return {
    name,
    row: {
      form: read.value,
      checked,
      names: namesOf(cells),
      given: givenOf(cells, form),
      remarks: notes.remarks,
      shown,
    },
    keys: keysOf(read.value, checked),
  };
}

/** The unique keys of a row in a file: its number, its e-mail, or without both its name with the parent's number. */
function keysOf(form: LeadFields, checked: CheckedLead): { field: string; key: string }[] {
  const keys = [];
  if (checked.phone) keys.push({ field: "phone", key: checked.phone });
  if (form.email) keys.push({ field: "email", key: form.email });
  if (keys.length === 0 && checked.contact1Phone) {
    keys.push({ field: "contact1Phone", key: `${form.nickname} ${checked.contact1Phone}` });
  }
  return keys;
}

/** A remark about a row, made while it is read. */
function remarksOf(language: Language) {
  const faults: ImportFault[] = [];
  const remarks: ImportRemark[] = [];
  const rest: string[] = [];
  const say = (texts: Texts, value = "") => texts[language].replace("{value}", () => value.slice(0, 60));
  return {
    faults,
    remarks,
    /** Values without a field of their own, which go into the notes. */
    rest,
    remark: (field: LeadColumn, texts: Texts, value = "") => void remarks.push({ field, message: say(texts, value) }),
    wrong: (field: LeadColumn, fault: Omit<ImportFault, "field">) => void faults.push({ field, ...fault }),
    say,
    unknown<Value>(field: LeadColumn, value: string | undefined, instead: Value): Value {
      remarks.push({ field, message: say(remarkTexts.unknownLeft, value) });
      return instead;
    },
  };
}
type NoteBook = ReturnType<typeof remarksOf>;

interface ReadNumbers {
  own: ReadNumber;
  contacts: [ReadNumber, ReadNumber];
  names: [string, string];
}

const none: ReadNumber = { areaCode: "", phone: "", e164: null, guessed: false };
/** Placeholders that people write for a missing number. */
const saysNone = /^(無|无|沒有|没有|不詳|不详|n\/?a|none|nil|null|[-—–.x]+)$/i;
const numberColumns = ["phone", "contact1Phone", "contact2Phone"] as const;

/** Checking a number is slow, and a cell can hold a thousand: later ones are only copied into the notes. */
const mostFurther = 10;

/** The numbers of a row: further numbers of a cell go to contacts without one, otherwise into the notes. */
function readNumbers(cells: Cells, place: LeadPlace, notes: NoteBook): ReadNumbers {
  const usual = { usual: place.areaCode, others: place.otherAreaCodes ?? [] };
  const codes = [cells.areaCode, cells.contact1AreaCode, cells.contact2AreaCode];
  const found = numberColumns.map((column): NumberInCell[] => {
    const text = cells[column] ?? "";
    if (hasLostDigits(text)) {
      notes.wrong(column, { name: "LEAD_BAD_PHONE", message: notes.say(cellFaults.numberLost) });
      return [];
    }
    if (text === "" || saysNone.test(text)) return [];
    // A cell without any number is reported as wrong, not skipped.
    const numbers = numbersIn(text);
    return numbers.length > 0 ? numbers : [{ text, name: "" }];
  });
  const read = found.map(([first], at) => (first ? readNumber(first.text, codes[at] ?? "", usual) : none));
  const names = [cells.contact1Name ?? "", cells.contact2Name ?? ""];
  for (const at of [1, 2]) names[at - 1] ||= found[at]?.[0]?.name ?? "";
  for (const [from, numbers] of found.entries()) {
    if (numbers.length > 1) notes.remark(numberColumns[from] ?? "phone", remarkTexts.numbersSplit);
    for (const [at, extra] of numbers.slice(1).entries()) {
      const free = [1, 2].find((contact) => found[contact]?.length === 0 && read[contact] === none);
      const number = free === undefined || at >= mostFurther ? none : readNumber(extra.text, "", usual);
      if (free === undefined || !number.e164) notes.rest.push([extra.name, extra.text].filter(Boolean).join(" "));
      else {
        read[free] = number;
        names[free - 1] ||= extra.name;
      }
    }
  }
  for (const [at, number] of read.entries()) {
    if (number.guessed && number.e164)
      notes.remark(numberColumns[at] ?? "phone", remarkTexts.numberRead, `+${number.e164}`);
  }
  const [own = none, first = none, second = none] = read;
  return { own, contacts: [first, second], names: [names[0] ?? "", names[1] ?? ""] };
}

function numberFaults({ own, contacts }: ReadNumbers): ImportFault[] {
  return [own, ...contacts].flatMap((number, at) => {
    if (number.e164 || number === none) return [];
    return [{ field: numberColumns[at] ?? "phone", name: "LEAD_BAD_PHONE" as const }];
  });
}

function formOf({ areaCode, phone }: ReadNumber): { areaCode: string; phone: string } {
  // An invalid number is refused by its own rule; the form checks the rest.
  return /^\d{5,24}$/.test(phone) ? { areaCode, phone } : { areaCode: "", phone: "" };
}

/** The e-mail of a row; a second one in the cell goes to contact 1 or into the notes. */
function readEmails(cells: Cells, notes: NoteBook): { own: string; contact1: string } {
  const contact1 = cells.contact1Email ?? "";
  const parts = (cells.email ?? "")
    .normalize("NFKC")
    .split(/[\s,;、；，/|]+/)
    .filter((part) => part.includes("@"));
  const [own, second, ...others] = parts;
  if (own === undefined || second === undefined) return { own: (own ?? cells.email ?? "").toLowerCase(), contact1 };
  notes.remark("email", remarkTexts.emailsSplit);
  notes.rest.push(...(contact1 === "" ? others : [second, ...others]));
  return { own: own.toLowerCase(), contact1: contact1 === "" ? second : contact1 };
}

function dayIn(field: LeadColumn, cells: Cells, { place, notes }: { place: LeadPlace; notes: NoteBook }): string {
  const text = cells[field] ?? "";
  if (text === "") return "";
  const read = readDay(text, place.days);
  if (!read) notes.wrong(field, { name: "FIELD_INVALID", message: fieldTexts.date[place.language] });
  if (read?.guessed) notes.remark(field, remarkTexts.dayRead, read.day);
  return read?.day ?? "";
}

/** A row's values for the declared fields. */
function plainFieldsIn(cells: Cells, place: LeadPlace, notes: NoteBook): Pick<LeadFields, PlainLeadField> {
  const read = (field: PlainLeadField, { kind, names = [] }: DeclaredLeadField): string | number => {
    const text = cells[field];
    if (kind === "choice") return choiceOf(text, names, genderWords) ?? notes.unknown(field, text, 0);
    if (kind === "flag") return flagOf(text) ?? notes.unknown(field, text, 0);
    if (kind === "country") return countryOf(text) ?? notes.unknown(field, text, "");
    return kind === "birthday" ? dayIn(field, cells, { place, notes }) : (text ?? "");
  };
  const fields = declaredLeadFields.map(([field, declared]) => [field, read(field, declared)] as const);
  return Object.fromEntries(fields) as Pick<LeadFields, PlainLeadField>;
}

function nicknameOf(cells: Cells): string {
  const { nickname, fullname, ename, firstName = "", lastName = "" } = cells;
  const isHan = /\p{Script=Han}/u.test(firstName + lastName);
  const composed = isHan ? lastName + firstName : `${firstName} ${lastName}`.trim();
  return nickname || fullname || ename || composed || cells.contact1Name || "";
}

function namesOf(cells: Cells): LeadNames {
  const tags = (cells.tag ?? "")
    .split(/[,，、;；|\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const { channel = "", secondaryChannel = "", status = "", result = "", sales = "", tutor = "" } = cells;
  const { regularContact = "" } = cells;
  return { channel, secondaryChannel, status, result, regularContact, sales, tutor, tag: [...new Set(tags)] };
}

/** The form's fields for which the row has a value. */
function givenOf(
  cells: Cells,
  form: { country: string; contact1: object; contact2: object; notes: string },
): Set<string> {
  const given = new Set<string>(Object.entries(cells).flatMap(([column, text]) => (text ? [fieldOf(column)] : [])));
  if (cells.phone) given.add("areaCode");
  for (const contact of ["contact1", "contact2"] as const) {
    if (Object.values(form[contact]).some((text) => text !== "")) given.add(contact);
  }
  if (form.notes) given.add("notes");
  return given;
}

function fieldOf(column: string): string {
  return /^contact[12]/.exec(column)?.[0] ?? column;
}

/** The column of a form field, so that a fault is shown at its cell. */
function columnOf(field: string): string {
  const [first = "", second = ""] = field.split(".");
  if (first === "contact1" || first === "contact2")
    return `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  return first;
}

/** A fault at the table's column of its form field. */
export function atColumn<Fault extends { field: string }>(fault: Fault): Fault {
  return { ...fault, field: columnOf(fault.field) };
}

function onePerColumn(faults: readonly ImportFault[]): ImportFault[] {
  return [...new Map([...faults].reverse().map((fault) => [fault.field, fault])).values()].reverse();
}

/** The values read from cells, for the preview. */
function shownOf(form: LeadFields, { phone, contact1, contact2 }: CheckedLead): Record<string, string> {
  const shown: Record<string, string> = { nickname: form.nickname };
  const say = (field: LeadColumn, text: string) => void (text && (shown[field] = text));
  say("phone", phone ? `${form.areaCode} ${form.phone}` : "");
  say("email", form.email);
  say("birthday", form.birthday);
  say("leadDate", form.leadDate);
  say("nextContactDate", form.nextContactDate ?? "");
  say("contact1Name", contact1.name);
  say("contact1Phone", contact1.phone && `${contact1.areaCode} ${contact1.phone}`);
  say("contact2Name", contact2.name);
  say("contact2Phone", contact2.phone && `${contact2.areaCode} ${contact2.phone}`);
  return shown;
}
