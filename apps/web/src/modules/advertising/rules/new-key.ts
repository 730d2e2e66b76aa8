const bytes = 24;

/** A key that nobody guesses, of signs that Google takes. */
export function newGoogleKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
