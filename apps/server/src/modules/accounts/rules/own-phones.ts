import { AppError, type FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";

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
 * The two numbers of a person's record as they are kept. A number that is kept already is not judged again. Throws what
 * is wrong with them, at their fields.
 */
export function checkOwnPhones(form: Numbers, kept: KeptNumbers): { phone: string; emergencyPhone: string } {
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
