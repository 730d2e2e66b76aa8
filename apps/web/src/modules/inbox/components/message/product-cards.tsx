import { ShoppingOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import { keyed } from "#platform/keyed.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type ShownProduct, textOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./message-body.module.css";
import { MessageText } from "./message-text.tsx";

interface ProductCardsProps {
  message: ShownMessage;
  products: readonly ShownProduct[];
}

/** Products that we sent, as they were at that time. */
export function ProductCards({ message, products }: ProductCardsProps) {
  const words = textOf(message.details.words);
  return (
    <>
      {words && <MessageText text={words} />}
      <div className={laid("column gap6")}>
        {keyed(products, ({ id }) => id).map(({ key, item: { name, price, currency, picture, url } }) => (
          <div key={key} className={laid("flexBox outlined round8 surface gap12 pad10x12 minWidth200 maxWidth320")}>
            {picture ? (
              <img
                className={laid("fixed round6 covering", styles.productPicture)}
                src={picture}
                alt=""
                loading="lazy"
              />
            ) : (
              <ShoppingOutlined
                className={laid("centre sunken quiet fixed text16 height32", styles.cardIcon)}
                aria-hidden
              />
            )}
            <div className={laid("grow breaking", styles.cardWords)}>
              <p className={layout.strong}>
                {url ? (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </p>
              <p className={laid("small leading18")}>{priceText(price, currency)}</p>
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Empty where there is no price. */
export function priceText(price: number | null, currency: string): string {
  return price === null ? "" : moneyText(price, currency);
}
