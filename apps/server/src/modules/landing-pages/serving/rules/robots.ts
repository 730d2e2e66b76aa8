/** Programs that read pages before people do, or instead of them. */
const robots = /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|headless|curl\/|wget\//i;

export function isRobot(userAgent: string, purpose: string): boolean {
  return robots.test(userAgent) || /prefetch|preview/i.test(purpose);
}
