import { UtmForm, utmAddress } from "@homeroom/contract/media";

/** The link that these values would give; null while something that it needs is missing. */
export function linkOf(values: unknown): string | null {
  const form = UtmForm.safeParse(values);
  return form.success ? utmAddress(form.data) : null;
}

/** Why a link must not be used yet; null when it is the one that these values give. */
export function linkProblem(values: unknown, built: string | null): "UTM_REQUIRED_THEN_UPDATE_LINK" | null {
  return built !== null && linkOf(values) === built ? null : "UTM_REQUIRED_THEN_UPDATE_LINK";
}
