/** Rows of a list and the position of the next ones; null after the last. */
interface Part<Row, Place> {
  readonly rows: readonly Row[];
  readonly next: Place | null;
}

/**
 * All rows of a list, read part by part while they are used: the reader opens a transaction for each part, so that an
 * export of any length holds none open. The first part begins at null.
 */
export async function* everyRow<Row, Place>(
  readPart: (after: Place | null) => Promise<Part<Row, Place>>,
): AsyncGenerator<Row> {
  let after: Place | null = null;
  do {
    const part: Part<Row, Place> = await readPart(after);
    yield* part.rows;
    after = part.next;
  } while (after !== null);
}

/** The position after the last row of a part of at most `limit`; null when there are no more. */
export function placeAfter<Row, Place>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Place | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? placeOf(last) : null;
}
