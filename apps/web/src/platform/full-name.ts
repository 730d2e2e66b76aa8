/** A person's names in the order in which they are written: the family name first, but last in Latin letters. */
export function fullName({ lastName, firstName }: { lastName: string; firstName: string }): string {
  const latin = /^[\p{Script=Latin}\s'.-]*$/u.test(lastName + firstName);
  return latin ? [firstName, lastName].filter(Boolean).join(" ") : `${lastName}${firstName}`;
}
