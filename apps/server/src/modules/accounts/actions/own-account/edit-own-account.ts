import type { RequestOf } from "@homeroom/contract/endpoint";
import type { FileId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { ownAccount } from "@homeroom/contract/own-account";
import { withSent } from "@homeroom/contract/some-fields";
import { fileById } from "#modules/files/public";
import { rightsChanged } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";
import { emitStaffChanged } from "../../events.ts";
import { type AccountRecord, ownRecord } from "../../queries/own-account.ts";
import { personalFields } from "../../rules/personal-fields.ts";
import { recordAccountChange } from "../../writes.ts";

type OwnForm = RequestOf<typeof ownAccount.edit>;

/** Changes the actor's own record; unsent fields stay. Throws STALE_DATA if it was changed since the form was read. */
export async function editOwnAccount(db: Database, actor: Actor, form: OwnForm): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const record = await ownRecord(tx, actor);
    requireVersion(record, form.version);
    const columns = columnsOf(form, record);
    if (form.avatarFileID) await requireOwnPicture(tx, actor, form.avatarFileID);
    const avatar = form.avatarFileID === undefined ? {} : { avatar_file_id: form.avatarFileID };
    await tx
      .updateTable("account")
      .set({
        ...columns,
        ...avatar,
        version: record.version + 1,
        updated_at: new Date(),
        updated_by: actor.accountId,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .execute();
    await emitStaffChanged(tx, scope, actor.accountId);
    await rightsChanged(tx, scope, [actor.accountId]);
    await recordAccountChange(tx, actor, "edited", {
      id: actor.accountId,
      name: columns.nickname,
      before: told(pick(record, Object.keys({ ...columns, ...avatar }))),
      after: told({ ...columns, ...avatar }),
    });
  });
}

function columnsOf(sent: OwnForm, kept: AccountRecord) {
  const { version: _version, avatarFileID: _avatar, ...fields } = sent;
  const form = withSent(personalFields(kept), fields);
  const { phone, emergencyPhone } = checkOwnPhones(form, kept);
  const { emergencyContact } = form;
  return {
    nickname: form.nickname,
    first_name: form.firstName,
    last_name: form.lastName,
    ename: form.ename,
    area_code: phone ? form.areaCode : "",
    phone,
    gender: form.gender,
    birth_date: form.birthdate || null,
    education: form.education,
    school: form.school,
    introduction: form.introduction,
    address: form.address,
    emergency_name: emergencyContact.name,
    emergency_area_code: emergencyPhone ? emergencyContact.areaCode : "",
    emergency_phone: emergencyPhone,
    emergency_email: emergencyContact.email,
  };
}

/** Accepts only a picture that the actor has uploaded. */
async function requireOwnPicture(tx: Tx, actor: Actor, fileId: FileId): Promise<void> {
  const file = await fileById(tx, sharedScope(actor), fileId);
  const isOwn = file?.created_by === actor.accountId && file.content_type.startsWith("image/");
  if (!isOwn) throw new AppError("NOT_FOUND");
}

/** Columns by their names in the audit log. */
function told(columns: Record<string, unknown>): Record<string, unknown> {
  const { avatar_file_id: avatar, ...others } = columns;
  const named: Record<string, unknown> = "avatar_file_id" in columns ? { avatar } : {};
  for (const [name, value] of Object.entries(others)) {
    named[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return named;
}

function pick(record: AccountRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (record as unknown as Record<string, unknown>)[name]]));
}

interface Numbers {
  areaCode: string;
  phone: string;
  emergencyContact: { areaCode: string; phone: string };
}

interface KeptNumbers {
  area_code: string;
  phone: string;
  emergency_area_code: string;
  emergency_phone: string;
}

/**
 * The two numbers of a person's record in their stored form. A number that is already stored is not checked again. Throws
 * their faults, at their fields.
 */
function checkOwnPhones(form: Numbers, kept: KeptNumbers): { phone: string; emergencyPhone: string } {
  const faults: FieldFault[] = [];
  const check = (given: { areaCode: string; phone: string }, prefix: "" | "emergencyContact.") => {
    const checked = checkPhone(given.areaCode, given.phone);
    if (!("fault" in checked)) return checked.digits;
    const wrongPhone = prefix ? "STAFF_BAD_EMERGENCY_PHONE" : "STAFF_BAD_PHONE";
    const name = checked.fault === "areaCode" ? "STAFF_BAD_AREA_CODE" : wrongPhone;
    faults.push({ field: `${prefix}${checked.fault}`, name });
    return given.phone;
  };
  const { emergencyContact } = form;
  const isKept = form.phone === kept.phone && form.areaCode === kept.area_code;
  const emergencyIsKept =
    emergencyContact.phone === kept.emergency_phone && emergencyContact.areaCode === kept.emergency_area_code;
  const phone = isKept ? form.phone : check(form, "");
  const emergencyPhone = emergencyIsKept ? emergencyContact.phone : check(emergencyContact, "emergencyContact.");
  const [first] = faults;
  if (first) throw new AppError(first.name, {}, { fields: faults });
  return { phone, emergencyPhone };
}

/** Stores the actor's language, which their mails use. A preference, so it is not in the audit log. */
export async function saveLocale(db: Database, actor: Actor, locale: Language): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("account")
      .set({ locale })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .execute(),
  );
}

/** Records that the actor has seen the guided tour; the first time counts. */
export async function completeTour(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("account")
      .set({ tour_completed_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .where("tour_completed_at", "is", null)
      .execute(),
  );
}
