import { PictureOutlined } from "@ant-design/icons";
import type { ProductRow } from "@homeroom/contract/products";
import styles from "./product-thumb.module.css";

/** The first picture of a product, small; an empty frame for a draft without one. */
export function ProductThumb({ product }: { product: ProductRow }) {
  const [first] = product.images;
  return (
    <span className={styles.thumb}>
      {first ? <img src={first.url} alt="" loading="lazy" /> : <PictureOutlined aria-hidden />}
    </span>
  );
}
