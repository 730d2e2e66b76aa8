import { callingCodes, countryOfZone, isCountryCode } from "@homeroom/contract/countries";

/** What is written so far. The password is not part of it: it is never kept. */
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

/** A blank form; country and area code are those of the place where the browser's clock is. */
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

/** The draft after a change. Another country brings its area code along while there is no phone yet. */
export function changed(draft: Draft, patch: Partial<Draft>): Draft {
  const follows = patch.country !== undefined && draft.phone === "";
  return { ...draft, ...patch, ...(follows && { countryCode: areaCodeIn(patch.country ?? "") }) };
}

function areaCodeIn(country: string): string {
  return isCountryCode(country) ? `+${callingCodes[country]}` : "";
}

/** A kept draft, as far as it can be read; the blank one otherwise. */
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
