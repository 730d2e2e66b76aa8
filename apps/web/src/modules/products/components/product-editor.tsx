import { RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { AddProductForm, EditProductForm, type ProductRow } from "@homeroom/contract/products";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { fetchProduct, useProductWrites } from "../api/products.ts";
import { copyOf, emptyProduct, formOf } from "../rules/product-form.ts";
import { ProductFields } from "./product-fields.tsx";

const width = 640;

interface AddProductProps {
  currency: CurrencyCode;
  /** The product that the new one copies. */
  like?: ProductRow | undefined;
  onClose: () => void;
}

/** The form of a new product, empty or as a copy. */
export function AddProduct({ currency, like, onClose }: AddProductProps) {
  const { t } = useTranslation("products");
  const { done } = useFeedback();
  const { add } = useProductWrites();
  const [initialValues] = useState(() => {
    const recordID = RecordId.parse(v7());
    return like
      ? copyOf(like, { recordID, name: t("copyName", { name: like.name }) })
      : emptyProduct(recordID, currency);
  });
  return (
    <DrawerForm
      open
      title={t(like ? "copyTitle" : "add", { name: like?.name })}
      schema={AddProductForm}
      initialValues={initialValues}
      onSubmit={async (form, report) => {
        await add(form, report);
        return form.name;
      }}
      onDone={(name) => {
        done(t("added", { name }));
        onClose();
      }}
      onClose={onClose}
      width={width}
    >
      <ProductFields pictures={like?.images ?? []} mayOffer />
    </DrawerForm>
  );
}

interface EditProductProps {
  product: ProductRow;
  onClose: () => void;
}

/** The form of an existing product. */
export function EditProduct({ product, onClose }: EditProductProps) {
  const { t } = useTranslation("products");
  const mayOffer = useCan()("sale:product:status");
  const { done } = useFeedback();
  const { edit } = useProductWrites();
  const [initialValues] = useState(() => formOf(product));
  const [pictures, setPictures] = useState(product.images);
  const reload = async () => {
    const now = await fetchProduct(product.recordID);
    setPictures([...product.images, ...now.images]);
    return formOf(now);
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: product.name })}
      schema={EditProductForm}
      initialValues={initialValues}
      reload={reload}
      onSubmit={async (form, report) => {
        await edit(form, report);
        return form.name ?? product.name;
      }}
      onDone={(name) => {
        done(t("saved", { name }));
        onClose();
      }}
      onClose={onClose}
      width={width}
    >
      <ProductFields pictures={pictures} mayOffer={mayOffer} />
    </DrawerForm>
  );
}
