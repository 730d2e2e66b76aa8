import { z } from "zod";
import { passwordFormat } from "./password-format.ts";

/** A new password: the rule of registration applies wherever one is chosen. */
export const NewPassword = z
  .string()
  .min(1, "LOGIN_PASSWORD_EMPTY")
  .max(128, "LOGIN_BAD_PASSWORD_FORMAT")
  .regex(passwordFormat, "LOGIN_BAD_PASSWORD_FORMAT");
