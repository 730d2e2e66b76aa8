import { type Samples, unsigned } from "./sample.ts";

/** Registering and resetting a password need no session. */
export const registrationSamples: Samples["registration"] = { sendCode: unsigned, register: unsigned };
export const passwordResetSamples: Samples["passwordReset"] = { sendCode: unsigned, reset: unsigned };
