import { useAddress } from "#ui/page/use-address.ts";
import { OrderList } from "./order-list.tsx";
import { PurchaseList } from "./purchase-list.tsx";

/** What was sold: the orders, or the purchases in them. */
export function Sales() {
  const { search } = useAddress();
  return search.get("view") === "purchases" ? <PurchaseList /> : <OrderList />;
}
