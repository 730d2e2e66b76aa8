import type { RequestInput } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import {
  type AddProductForm,
  type EditProductForm,
  type ProductRow,
  type ProductStatus,
  products,
} from "@homeroom/contract/products";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

export const listKey = ["products", "list"] as const;
const pageSize = 40;

export type ProductQuery = Omit<RequestInput<typeof products.list>, "pageNum" | "pageSize" | "cursor">;

/** The products in their order, page by page. */
export function useProducts(filters: ProductQuery) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...listKey, filters],
      pageSize,
      read: async (page, signal) => (await api.call(products.list, { ...filters, ...page }, { signal })).resultData,
    }),
  );
}

/** Writes of products; the list is fetched again after each. */
export function useProductWrites() {
  const write = useWrite(listKey);
  const renew = useRenewal(listKey);
  const renewing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await renew();
    }
  };
  return {
    add: (form: AddProductForm, report: FailureReport) => write(products.add, form, report),
    edit: (form: EditProductForm, report: FailureReport) => write(products.edit, form, report),
    setStatus: (recordID: RecordId, status: ProductStatus) =>
      renewing(api.call(products.setStatus, { recordID, status })),
    remove: (ids: RecordId[]) => renewing(api.call(products.remove, { ids })),
    restore: (ids: RecordId[]) => renewing(api.call(products.restore, { ids })),
    move: (recordID: RecordId, afterID: RecordId | null) => renewing(api.call(products.move, { recordID, afterID })),
  };
}

/** One product, currently saved. */
export async function fetchProduct(recordID: RecordId): Promise<ProductRow> {
  return (await api.call(products.info, { recordID })).resultData;
}

export async function uploadPicture(file: File): Promise<{ fileID: FileId; url: string }> {
  return (await api.call(products.uploadImage, {}, { file: { content: file, name: file.name } })).resultData;
}
