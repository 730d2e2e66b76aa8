import { Link } from "react-router";
import { productName } from "#platform/product.ts";
import layout from "#ui/layout.module.css";
import styles from "./sidebar.module.css";

export function Logo({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <Link
      to="/"
      className={`${layout.middle} ${layout.fixed} ${layout.gap10} ${layout.textColour} ${layout.oneLine} ${styles.logo}`}
      aria-label={productName}
    >
      <img src="/homeroom.svg" width={20} height={20} alt="" />
      {!collapsed && <span className={styles.logoName}>{productName}</span>}
    </Link>
  );
}
