export interface Coordinates {
  latitude: number;
  longitude: number;
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pair = new RegExp(`^\\s*${number}\\s*[,，\\s]\\s*${number}\\s*$`);
/** The parts of a link with coordinates: the pin first, then the search, then the visible map. */
const inLink = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&](?:q|query|ll|destination|daddr|center)=(?:loc:)?${number},\\s*${number}`),
  new RegExp(`/(?:place|search|dir)/${number},\\s*${number}`),
  new RegExp(`@${number},${number}`),
];

/** Pasted coordinates, as a pair or within a map link; null for anything else. */
export function coordinatesIn(pasted: string): Coordinates | null {
  const plain = pair.exec(pasted);
  if (plain) return onEarth(plain);
  const link = readable(pasted);
  for (const pattern of inLink) {
    const found = pattern.exec(link);
    const place = found && onEarth(found);
    if (place) return place;
  }
  return null;
}

/** A short link, which only the map's own server can resolve. */
export function isShortMapLink(pasted: string): boolean {
  return /(?:maps\.app\.goo\.gl|goo\.gl\/maps)\//i.test(pasted);
}

function onEarth([, first, second]: RegExpExecArray): Coordinates | null {
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Commas and spaces are often escaped in links. */
function readable(link: string): string {
  try {
    return decodeURIComponent(link.replaceAll("+", " "));
  } catch {
    return link;
  }
}
