import { ShoppingOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const ProductDialog = lazy(() => import("./product-dialog.tsx").then((dialog) => ({ default: dialog.ProductDialog })));

/** Opens the choice of products to send. */
export function ProductButton({ card, onSent }: { card: ConversationCard; onSent: () => void }) {
  const { t } = useTranslation("composer");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<ShoppingOutlined />}
        aria-label={t("product.open")}
        title={t("product.open")}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <ProductDialog card={card} onClose={() => setOpen(false)} onSent={onSent} />
        </Suspense>
      )}
    </>
  );
}
