import type { Region } from "./names.ts";
import type { Random } from "./random.ts";

export interface Phone {
  region: Region;
  areaCode: string;
  /** In the region's usual notation. */
  number: string;
  /** E.164 digits without the plus. */
  e164: string;
}

/** Generates a new mobile number of a region. */
export type NewPhone = (region: Region) => Phone;

// Numbers of the sandbox's ready customers: a message from one of them must create a new lead.
const kept = ["886912345678", "886922108456", "886935770219", "85291234567", "85261088420"];

export function createPhones(random: Random): NewPhone {
  const given = new Set(kept);
  const digits = (count: number) => Array.from({ length: count }, () => random.between(0, 9)).join("");
  const draw = (region: Region): Phone => {
    if (region === "taiwan") {
      const number = `9${random.pick(["10", "12", "18", "20", "22", "28", "32", "35", "37", "52", "55", "63", "72", "75", "87", "88"])}${digits(6)}`;
      return { region, areaCode: "+886", number: `0${number}`, e164: `886${number}` };
    }
    // Every number with one of these prefixes and one of these third digits is in the numbering plan.
    const beginning = random.pick([
      "51",
      "53",
      "54",
      "56",
      "59",
      "60",
      "61",
      "64",
      "66",
      "68",
      "90",
      "92",
      "94",
      "96",
      "97",
    ]);
    const number = `${beginning}${random.pick(["2", "3", "4", "8"])}${digits(5)}`;
    return { region, areaCode: "+852", number, e164: `852${number}` };
  };
  return (region) => {
    let phone = draw(region);
    while (given.has(phone.e164)) phone = draw(region);
    given.add(phone.e164);
    return phone;
  };
}
