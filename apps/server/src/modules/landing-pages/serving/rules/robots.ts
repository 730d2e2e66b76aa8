/** Programs that read pages before people do, or instead of them. Cubot is a maker of phones. */
const robots = /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|headless|curl\/|wget\//i;

export function isRobot(userAgent: string, purpose: string): boolean {
  return robots.test(userAgent) || /prefetch|preview/i.test(purpose);
}
