import { useAddress } from "#ui/page/use-address.ts";
import { DailyClosing } from "./daily-closing.tsx";
import { OrderList } from "./order-list.tsx";
import { PurchaseList } from "./purchase-list.tsx";
import { TransferDesk } from "./transfer-desk.tsx";

const screens = { purchases: PurchaseList, transfers: TransferDesk, closing: DailyClosing } as const;

/** Sales: the orders, the purchases in them, the transfers to check, and the closing of a day. */
export function Sales() {
  const { search } = useAddress();
  const Screen = screens[search.get("view") as keyof typeof screens] ?? OrderList;
  return <Screen />;
}
