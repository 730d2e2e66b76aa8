/** A region: these countries, these parts of an address; empty: everywhere. */
export interface Region {
  readonly countries: readonly string[];
  readonly districts: readonly string[];
}

/** Whether a lead is from the region. An unknown place is in no region. */
export function isOfRegion(lead: { country: string; address: string }, { countries, districts }: Region): boolean {
  const address = plain(lead.address);
  return (
    (countries.length === 0 || countries.includes(lead.country)) &&
    (districts.length === 0 || districts.some((district) => address.includes(plain(district))))
  );
}

/** Whether a region is limited at all. */
export function isLimited({ countries, districts }: Region): boolean {
  return countries.length > 0 || districts.length > 0;
}

// 台北 and 臺北 are the same place, and so are "Da An" and "daan".
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("臺", "台").replace(/\s/g, "");
}
