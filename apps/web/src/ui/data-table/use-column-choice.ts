import { useMemo, useState } from "react";
import { useAddress } from "#ui/page/use-address.ts";
import { type Column, type ColumnChoice, firstChoice, parseChoice } from "./column.ts";
import { choiceOfText, choiceText, columnsKey } from "./column-text.ts";

export interface ColumnChoiceState {
  choice: ColumnChoice;
  choose: (next: ColumnChoice) => void;
  reset: () => void;
}

/**
 * The column choice of a table: that of the address if it has one (a saved view, a link), and otherwise the person's own,
 * stored in this browser under the table's id. Changes are saved to the same place.
 */
export function useColumnChoice<Row>(id: string, columns: readonly Column<Row>[]): ColumnChoiceState {
  const key = `columns.${id}`;
  const { search, change } = useAddress();
  const [own, setOwn] = useState(() => parseChoice(localStorage.getItem(key)));
  const text = search.get(columnsKey);
  const keys = columns.map((column) => column.key).join();
  // Columns are new objects in every render of a screen; their keys show whether they changed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the keys stand for the columns
  const ofAddress = useMemo(() => choiceOfText(columns, text), [keys, text]);
  const first = useMemo(() => firstChoice(columns), [columns]);
  const choose = (next: ColumnChoice) => {
    if (ofAddress) return change({ [columnsKey]: choiceText(columns, next) });
    setOwn(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    choice: ofAddress ?? own ?? first,
    choose,
    reset: () => {
      localStorage.removeItem(key);
      setOwn(null);
      if (text !== null) change({ [columnsKey]: null });
    },
  };
}

/** The person's own choice of columns as address text, for a saved view. */
export function ownColumns<Row>(id: string, columns: readonly Column<Row>[]): Record<string, string> {
  const search = new URLSearchParams(window.location.search);
  const own = parseChoice(localStorage.getItem(`columns.${id}`));
  return { [columnsKey]: search.get(columnsKey) ?? choiceText(columns, own ?? firstChoice(columns)) };
}
