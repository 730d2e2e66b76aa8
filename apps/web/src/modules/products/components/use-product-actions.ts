import type { RecordId } from "@homeroom/contract/ids";
import type { ProductRow, ProductStatus } from "@homeroom/contract/products";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useProductWrites } from "../api/products.ts";
import { placeBehind } from "../rules/product-form.ts";

/** The actions on a product from its row or card. */
export interface ProductActions {
  setStatus: (product: ProductRow, status: ProductStatus) => Promise<void>;
  remove: (product: ProductRow) => Promise<void>;
  copy: (product: ProductRow) => void;
  /** Moves it to a position among the visible rows. */
  move: (product: ProductRow, to: number) => Promise<void>;
  /** Whether it can be moved here. */
  mayMove: boolean;
  placeOf: (product: ProductRow) => number;
  count: number;
}

/** `mayMove`: the rows are in the order that staff give them. `onCopy` opens the form of a copy. */
export function useProductActions(
  { rows, mayMove }: { rows: readonly ProductRow[]; mayMove: boolean },
  onCopy: (recordID: RecordId) => void,
): ProductActions {
  const { t } = useTranslation("products");
  const { failed, undoable } = useFeedback();
  const { setStatus, remove, restore, move } = useProductWrites();
  const ids = rows.map(({ recordID }) => recordID);
  return {
    mayMove,
    count: rows.length,
    placeOf: ({ recordID }) => ids.indexOf(recordID),
    copy: ({ recordID }) => onCopy(recordID),
    async setStatus({ recordID }, status) {
      await setStatus(recordID, status).then(() => undefined, failed);
    },
    async remove({ recordID, name }) {
      const bringBack = () => void restore([recordID]).catch(failed);
      await remove([recordID]).then(() => undoable(t("removed", { name }), bringBack), failed);
    },
    async move({ recordID }, to) {
      const behind = placeBehind(ids, { from: ids.indexOf(recordID), to });
      if (behind !== undefined) await move(recordID, behind).then(() => undefined, failed);
    },
  };
}
