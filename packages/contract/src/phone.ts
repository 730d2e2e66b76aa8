import { z } from "zod";
import type { ErrorName } from "./errors/catalogue.ts";

/** Removes full-width forms and the characters that phones paste around a number. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();

/**
 * An area code in its one form, "+886", however it was written: "886", "＋886", "00886". Empty for none. Whether number
 * and code fit together is checked with the phone library.
 */
export const areaCodeField = (error: ErrorName) =>
  z
    .string()
    .max(16, error)
    .overwrite((text) => {
      const code = plain(text).replace(/[\s()-]/g, "");
      return /^(\+|00)?\d+$/.test(code) ? `+${code.replace(/^(\+|00)/, "")}` : code;
    })
    .regex(/^$|^\+\d{1,4}$/, error);

/** A number in any usual notation, with or without its area code. Empty for none. It is stored as its national digits. */
export const phoneField = (error: ErrorName) =>
  z
    .string()
    .max(64, error)
    .overwrite(plain)
    .regex(/^$|^\+?[\d\s().\-/\u2010-\u2015]{5,32}$/, error);
