/** An amount with the code of its currency, "HKD 1,200.50". The contract's own table would bring the schema library with it. */
export function amountText(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `${currency} ${new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: 2 }).format(amount)}`;
}
