import { z } from "zod";

/** A time zone by its IANA name, such as "Asia/Taipei"; names that the runtime does not know are refused. */
export const timeZone = z.string().min(1).max(64).refine(isTimeZone);

/** Whether the runtime knows a zone of this name. Offsets such as "+08:00" are not names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
