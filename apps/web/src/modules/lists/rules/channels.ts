import type { LeadChannel } from "@homeroom/contract/media";

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
