/** Where something holds: in these countries, in these parts of an address; empty: everywhere. */
export interface Region {
  readonly countries: readonly string[];
  readonly districts: readonly string[];
}

/** Whether a lead from there is of the region. What nobody knows of a lead is of no region. */
export function isOfRegion(lead: { country: string; address: string }, { countries, districts }: Region): boolean {
  const address = plain(lead.address);
  return (
    (countries.length === 0 || countries.includes(lead.country)) &&
    (districts.length === 0 || districts.some((district) => address.includes(plain(district))))
  );
}

/** Whether a region leaves anything out. */
export function isLimited({ countries, districts }: Region): boolean {
  return countries.length > 0 || districts.length > 0;
}

// 台北 and 臺北 are one place, and so are "Da An" and "daan".
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("臺", "台").replace(/\s/g, "");
}
