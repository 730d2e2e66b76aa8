import { type LeadChannel, UtmForm, utmAddress } from "@homeroom/contract/media";

/** The channels whose names hold the words: a primary one that does with all of its own, any other with those that do. */
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

/** The link that these values would give; null while something that it needs is missing. */
export function linkOf(values: unknown): string | null {
  const form = UtmForm.safeParse(values);
  return form.success ? utmAddress(form.data) : null;
}

/** Why a link must not be used yet; null when it is the one that these values give. */
export function linkProblem(values: unknown, built: string | null): "UTM_REQUIRED_THEN_UPDATE_LINK" | null {
  return built !== null && linkOf(values) === built ? null : "UTM_REQUIRED_THEN_UPDATE_LINK";
}
