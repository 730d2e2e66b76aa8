/** The number of days that a plan takes at the limit of its business portfolio, of which a part is used today. */
export function daysAtLimit({
  count,
  tier,
  tierUsed,
}: {
  count: number;
  tier: number | null;
  tierUsed: number;
}): number {
  if (tier === null) return 1;
  const later = Math.max(0, count - Math.max(0, tier - tierUsed));
  return 1 + Math.ceil(later / tier);
}
