import { callingCodes, countryOfZone, isCountryCode } from "@homeroom/contract/countries";

/** The input so far. The password is not part of it, since it is never stored. */
export interface Draft {
  step: number;
  organizationName: string;
  businessCategory: string;
  branchInfo: string;
  country: string;
  location: string;
  fromWhere: string;
  lastName: string;
  firstName: string;
  countryCode: string;
  phone: string;
  email: string;
  /** The address that the code was sent to. */
  codeSentTo: string;
  vCode: string;
  consent: boolean;
  acceptMessage: boolean;
}

/** A blank form; country and area code follow the browser's time zone. */
export function blankDraft(timeZone: string): Draft {
  const country = countryOfZone(timeZone) ?? "HK";
  return {
    step: 0,
    organizationName: "",
    businessCategory: "",
    branchInfo: "1",
    country,
    location: "",
    fromWhere: "",
    lastName: "",
    firstName: "",
    countryCode: areaCodeIn(country),
    phone: "",
    email: "",
    codeSentTo: "",
    vCode: "",
    consent: false,
    acceptMessage: false,
  };
}

/** The draft after a change. Another country sets its area code while there is no phone number. */
export function changed(draft: Draft, patch: Partial<Draft>): Draft {
  const follows = patch.country !== undefined && draft.phone === "";
  return { ...draft, ...patch, ...(follows && { countryCode: areaCodeIn(patch.country ?? "") }) };
}

function areaCodeIn(country: string): string {
  return isCountryCode(country) ? `+${callingCodes[country]}` : "";
}

/** A stored draft, as far as it is readable; otherwise a blank one. */
export function readDraft(text: string | null, blank: Draft): Draft {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (typeof found !== "object" || found === null) return blank;
    const kept = new Map<string, unknown>(Object.entries(found));
    const fits = Object.entries(blank).filter(([key, value]) => typeof kept.get(key) === typeof value);
    return { ...blank, ...Object.fromEntries(fits.map(([key]) => [key, kept.get(key)])) };
  } catch {
    return blank;
  }
}
