import { Link } from "react-router";
import { productName } from "#platform/product.ts";
import { laid } from "#ui/laid.ts";
import styles from "./sidebar.module.css";

export function Logo({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <Link to="/" className={laid("middle fixed gap10 textColour oneLine", styles.logo)} aria-label={productName}>
      <img src="/homeroom.svg" width={20} height={20} alt="" />
      {!collapsed && <span className={styles.logoName}>{productName}</span>}
    </Link>
  );
}
