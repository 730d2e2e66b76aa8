import { type LeadChannel, UtmForm, utmAddress } from "@homeroom/contract/media";

/**
 * The channels whose names contain the words: a matching primary channel with all its secondary ones, any other with the
 * matching ones.
 */
export function channelsWith(channels: readonly LeadChannel[], words: string): LeadChannel[] {
  const wanted = words.trim().toLowerCase();
  const holds = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  if (wanted === "") return [...channels];
  return channels.flatMap((channel) => {
    if (holds(channel)) return [channel];
    const children = channel.children.filter(holds);
    return children.length > 0 ? [{ ...channel, children }] : [];
  });
}

/** The link for these values; null while something is missing. */
export function linkOf(values: unknown): string | null {
  const form = UtmForm.safeParse(values);
  return form.success ? utmAddress(form.data) : null;
}

/** Why a link must not be used yet; null if it matches these values. */
export function linkProblem(values: unknown, built: string | null): "UTM_REQUIRED_THEN_UPDATE_LINK" | null {
  return built !== null && linkOf(values) === built ? null : "UTM_REQUIRED_THEN_UPDATE_LINK";
}
