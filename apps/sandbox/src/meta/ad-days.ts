export interface AdFigures {
  impressions: number;
  reach: number;
  clicks: number;
  results: number;
  spend: number;
}

export interface AdOfAccount {
  /** The number with which the ids of its account begin. */
  prefix: string;
  /** Its position among the ads of its account. */
  number: number;
  /** The usual cost of one view, in the account's currency. */
  costOfShow: number;
}

/** The performance of an ad: views per day, clicks per view, cost relative to the usual, results per click. */
interface AdCharacter {
  shown: number;
  clickRate: number;
  price: number;
  resultRate: number;
}

/** Pictures and videos, for parents and for earlier visitors of the site: few, but they already know the centre. */
const characters: readonly AdCharacter[] = [
  { shown: 1600, clickRate: 0.024, price: 1.05, resultRate: 0.035 },
  { shown: 2400, clickRate: 0.016, price: 0.8, resultRate: 0.022 },
  { shown: 620, clickRate: 0.031, price: 1.4, resultRate: 0.05 },
  { shown: 880, clickRate: 0.022, price: 1.2, resultRate: 0.034 },
  { shown: 1100, clickRate: 0.019, price: 1, resultRate: 0.028 },
  { shown: 1750, clickRate: 0.013, price: 0.75, resultRate: 0.016 },
  { shown: 410, clickRate: 0.028, price: 1.35, resultRate: 0.047 },
  { shown: 560, clickRate: 0.02, price: 1.15, resultRate: 0.029 },
  { shown: 900, clickRate: 0.017, price: 0.95, resultRate: 0.02 },
  { shown: 1300, clickRate: 0.012, price: 0.7, resultRate: 0.013 },
  { shown: 330, clickRate: 0.025, price: 1.3, resultRate: 0.036 },
  { shown: 470, clickRate: 0.018, price: 1.1, resultRate: 0.024 },
];

/** The figures of an ad of the account with this prefix on a day: always the same for the same day. */
export function figuresOfAd(ad: AdOfAccount, day: string): AdFigures {
  const { prefix, number, costOfShow } = ad;
  const date = new Date(`${day}T00:00:00Z`);
  const dayNumber = Math.floor(date.getTime() / 86_400_000);
  const account = Number(prefix);
  const usual = characters[(number + (account - 11) * 5) % characters.length] as AdCharacter;
  // Every account and every day has different figures.
  const own = (salt: number) => drawn(account * 100 + number, salt);
  const today = (salt: number) => drawn(account * 100 + number, dayNumber * 7 + salt);
  const weekend = date.getUTCDay() % 6 === 0 ? 1.3 : 1;
  const tide = 1 + 0.25 * Math.sin(dayNumber / (7 + 5 * own(1)) + number);
  const impressions = Math.round(usual.shown * (0.85 + 0.3 * own(2)) * weekend * tide * (0.8 + 0.4 * today(3)));
  const clicks = Math.round(impressions * usual.clickRate * (0.8 + 0.4 * today(4)));
  return {
    impressions,
    reach: Math.round(impressions * (0.68 + 0.2 * own(5))),
    clicks,
    results: Math.floor(clicks * usual.resultRate * (0.85 + 0.3 * own(6)) + today(7)),
    spend: Number((impressions * costOfShow * usual.price * (0.9 + 0.2 * today(8))).toFixed(2)),
  };
}

/** A number from 0 to below 1, derived from two others. */
function drawn(one: number, other: number): number {
  let mixed = Math.imul(one + 1, 0x9e3779b1) ^ Math.imul(other + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}
