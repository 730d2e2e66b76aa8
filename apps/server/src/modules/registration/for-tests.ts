import type { TestDatabase } from "#platform/db/for-tests";

/** The code in the newest mail to an address; empty if there is none. */
export async function mailedCode({ owner }: TestDatabase, email: string): Promise<string> {
  const { rows } = await owner.query<{ text: string }>(
    "select body->>'text' as text from outgoing_mail where recipient = $1 order by created_at desc limit 1",
    [email.toLowerCase()],
  );
  return /\b\d{6}\b/.exec(rows[0]?.text ?? "")?.[0] ?? "";
}
