/**
 * How numbers are grouped in the countries of our customers: the optional trunk zero, the number of digits, and the groups.
 * The phone library covers the whole world, but is larger than the list that shows the numbers.
 */
const plans: readonly { code: string; trunk?: string; shape: RegExp }[] = [
  { code: "852", shape: /^(\d{4})(\d{4})$/ },
  { code: "853", shape: /^(\d{4})(\d{4})$/ },
  { code: "65", shape: /^(\d{4})(\d{4})$/ },
  { code: "886", trunk: "0", shape: /^(9\d{2})(\d{3})(\d{3})$/ },
  { code: "886", trunk: "0", shape: /^(2)(\d{4})(\d{4})$/ },
  { code: "86", trunk: "0", shape: /^(1\d{2})(\d{4})(\d{4})$/ },
  { code: "60", trunk: "0", shape: /^(1[02-9])(\d{3})(\d{4})$/ },
  { code: "60", trunk: "0", shape: /^(11)(\d{4})(\d{4})$/ },
  { code: "1", trunk: "1", shape: /^([2-9]\d{2})(\d{3})(\d{4})$/ },
];

/** A phone number formatted for reading, "+852 6123 4567"; other formats stay as stored. */
export function phoneText(areaCode: string, phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return "";
  const code = areaCode.replace(/\D/g, "");
  for (const plan of plans) {
    const known =
      code === plan.code ? digits : code === "" && digits.startsWith(plan.code) && digits.slice(plan.code.length);
    if (!known) continue;
    const number = plan.trunk && known.startsWith(plan.trunk) ? known.slice(plan.trunk.length) : known;
    const groups = plan.shape.exec(number)?.slice(1);
    if (groups) return [`+${plan.code}`, ...groups].join(" ");
  }
  return code ? `+${code} ${digits}` : phone;
}

/** The `tel:` address of a phone, in E.164: a trunk zero is not dialled after an area code. */
export function phoneLink(areaCode: string, phone: string): string {
  const [code, digits] = [areaCode.replace(/\D/g, ""), phone.replace(/\D/g, "")];
  const trunk = plans.find((plan) => plan.code === code)?.trunk;
  return `tel:+${code}${trunk && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits}`;
}
