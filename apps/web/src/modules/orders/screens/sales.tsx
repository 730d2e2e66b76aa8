import { useAddress } from "#ui/page/use-address.ts";
import { DailyClosing } from "./daily-closing.tsx";
import { OrderList } from "./order-list.tsx";
import { PurchaseList } from "./purchase-list.tsx";
import { TransferDesk } from "./transfer-desk.tsx";

const screens = { purchases: PurchaseList, transfers: TransferDesk, closing: DailyClosing } as const;

/** What was sold: the orders, what they brought to whom, the transfers to check, and the closing of a day. */
export function Sales() {
  const { search } = useAddress();
  const Screen = screens[search.get("view") as keyof typeof screens] ?? OrderList;
  return <Screen />;
}
