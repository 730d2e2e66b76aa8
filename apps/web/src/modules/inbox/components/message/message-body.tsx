import { EnvironmentOutlined, LinkOutlined, ShoppingOutlined, UserOutlined } from "@ant-design/icons";
import type { MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { orderCart } from "#modules/orders/public.ts";
import { useCan } from "#platform/access.ts";
import { keyed } from "#platform/keyed.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { stickerOf } from "../../rules/composer/line-sticker.ts";
import {
  contactCards,
  formAnswers,
  type OrderItem,
  offeredButtons,
  orderItems,
  placeOf,
  providerProblemOf,
  shownProducts,
  textOf,
} from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { FileBody, StickerBody } from "./file-body.tsx";
import styles from "./message-body.module.css";
import { MessageText } from "./message-text.tsx";
import { ProductCards, priceText } from "./product-cards.tsx";
import { shownIn, TemplateBody } from "./template-body.tsx";

/** The content of a message, by its kind. */
export function MessageBody({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  if (message.revokedAt) return <p className={laid("quiet", styles.quiet)}>{t("message.revoked")}</p>;
  switch (message.kind) {
    case "text":
    case "system":
    case "note":
      return <MessageText text={message.text} />;
    case "image":
    case "video":
    case "audio":
    case "document":
      return <FileBody message={message} />;
    case "sticker": {
      const ours = message.direction === "out" && !message.file ? stickerOf(message.details) : null;
      return ours ? <StickerBody stickerId={ours} /> : <FileBody message={message} />;
    }
    case "location":
      return <LocationBody details={message.details} />;
    case "contacts":
      return <ContactCards details={message.details} />;
    case "interactive":
      return message.direction === "out" ? <Offer message={message} /> : <ReplyBody message={message} />;
    case "button":
      return <ReplyBody message={message} />;
    case "order":
      return <OrderBody message={message} />;
    case "template":
      return <Template message={message} />;
    case "reaction":
      return <p className={laid("quiet", styles.quiet)}>{t("message.reacted", { emoji: message.text })}</p>;
    case "unsupported":
      return <Unsupported message={message} />;
  }
}

function Offer({ message }: { message: ShownMessage }) {
  const products = shownProducts(message.details);
  return products.length > 0 ? (
    <ProductCards message={message} products={products} />
  ) : (
    <OfferedButtons message={message} />
  );
}

function Template({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const shown = shownIn(message.details);
  return (
    <>
      <span className={laid("small block leading18")}>{t("kind.template")}</span>
      {shown ? (
        <TemplateBody shown={shown} pictureUrl={message.file?.url ?? null} />
      ) : (
        <MessageText text={message.text} />
      )}
    </>
  );
}

function Unsupported({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const { providerType, innerType } = message.details;
  const problem = providerProblemOf(message.details);
  const name = [innerType, providerType].find(
    (type) => typeof type === "string" && type !== "" && type !== "unsupported",
  );
  return (
    <div className={styles.unsupported}>
      <p>{name ? t("message.unsupportedType", { type: name }) : t("message.unsupported")}</p>
      {problem && <p>{t("message.providerProblem", problem)}</p>}
      <p className={laid("small leading18")}>{t("message.unsupportedHint")}</p>
    </div>
  );
}

/** Shared contacts. */
function ContactCards({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const cards = contactCards(details);
  if (cards.length === 0) return <p className={laid("quiet", styles.quiet)}>{t("kind.contacts")}</p>;
  return (
    <div className={laid("column gap6")}>
      {keyed(cards, ({ name }) => name).map(({ key, item: card }) => (
        <div key={key} className={laid("flexBox gap12 pad10x12 outlined round8 surface maxWidth320 minWidth200")}>
          <UserOutlined className={laid("centre sunken quiet fixed text16 height32", styles.cardIcon)} aria-hidden />
          <div className={laid("grow breaking", styles.cardWords)}>
            <p className={layout.strong}>{card.name || t("kind.contacts")}</p>
            {card.detail && <p className={laid("small leading18")}>{card.detail}</p>}
            {card.phones.map((phone) => (
              <a key={phone} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
                {phone}
              </a>
            ))}
            {card.emails.map((email) => (
              <a key={email} href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
                {email}
              </a>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** A place with its name and address, and a link to a map. Nothing is requested from the map before the link is pressed. */
function LocationBody({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const { name, address, map } = placeOf(details);
  return (
    <div className={laid("flexBox gap12 pad10x12 outlined round8 surface maxWidth320 minWidth200")}>
      <EnvironmentOutlined className={laid("centre sunken quiet fixed text16 height32", styles.cardIcon)} aria-hidden />
      <div className={laid("grow breaking", styles.cardWords)}>
        <p className={layout.strong}>{name || t("kind.location")}</p>
        {address && <p className={laid("small leading18")}>{address}</p>}
        {map && (
          <a href={map} target="_blank" rel="noopener noreferrer">
            {t("message.openMap")}
          </a>
        )}
      </div>
    </div>
  );
}

/** A customer's cart. */
function OrderBody({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const items = orderItems(message.details);
  return (
    <>
      <span className={laid("small block leading18")}>{t("message.order", { count: items.length })}</span>
      <ul className={laid("noPadding unmarked", styles.items)}>
        {keyed(items, ({ productId }) => productId).map(({ key, item }) => (
          <li key={key} className={laid("line gap12 pad4x0 lineAbove")}>
            <CartLine item={item} />
          </li>
        ))}
      </ul>
      <MessageText text={message.text} />
      {message.direction === "in" && !message.outgoing && (
        <MakeOrder messageId={message.messageId} orderID={textOf(message.details.orderID)} />
      )}
    </>
  );
}

function CartLine({ item: { productId, quantity, price, currency, product } }: { item: OrderItem }) {
  const { t } = useTranslation("inbox");
  // Orders use the current price: a line shows where it differs from the price that the customer saw.
  const isOther = product?.price != null && (product.price !== price || product.currency !== currency);
  return (
    <>
      {product?.picture ? (
        <img
          className={laid("fixed round6 covering", styles.itemPicture)}
          src={product.picture}
          alt=""
          loading="lazy"
        />
      ) : (
        <ShoppingOutlined className={laid("centre sunken quiet fixed round6", styles.itemPicture)} aria-hidden />
      )}
      <span className={laid("grow breaking", styles.cardWords)}>
        {product?.name ?? productId}
        <span className={laid("small block leading18 figures")}>
          {priceText(price, currency)} × {quantity}
          {isOther && product && ` · ${t("cart.now", { price: priceText(product.price, product.currency) })}`}
        </span>
      </span>
      <span className={laid("figures textEnd", styles.price)}>
        {priceText(price === null ? null : price * quantity, currency)}
      </span>
    </>
  );
}

/** A pressed button, a choice from a list, or a completed form. */
function ReplyBody({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const answers = message.details.interactiveType === "nfm_reply" ? formAnswers(message.details) : [];
  const description = textOf(message.details.description);
  return (
    <>
      <span className={laid("small block leading18")}>
        {t(answers.length > 0 ? "message.form" : "message.pressed")}
      </span>
      <MessageText text={message.text} />
      {description && <p className={laid("small leading18")}>{description}</p>}
      {answers.length > 0 && (
        <dl className={laid("facts above4")}>
          {answers.map(({ name, value }) => (
            <div key={name} className={laid("pad4x0 lineAbove")}>
              <dt className={layout.leading18}>{name}</dt>
              <dd className={layout.breaking}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Turns a cart into an order with one click, and links to it. `orderID`: the order that was already made from it. */
function MakeOrder({ messageId, orderID }: { messageId: MessageId; orderID: string | undefined }) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [ordered, setOrdered] = useState<{ orderID: string; unknown: string[] } | null>(null);
  const made = ordered ?? (orderID && { orderID, unknown: [] });
  if (made)
    return (
      <span className={layout.small}>
        {can("sale:order:query") ? (
          <Link to={`/users/order?order=${made.orderID}`}>{t("cart.made", { orderID: made.orderID })}</Link>
        ) : (
          t("cart.made", { orderID: made.orderID })
        )}
        {made.unknown.length > 0 && <> {t("cart.unknown", { names: made.unknown.join(t("cart.comma")) })}</>}
      </span>
    );
  if (!can("sale:order:add")) return null;
  const handleClick = async () => {
    setBusy(true);
    await orderCart(messageId).then(setOrdered, failed);
    setBusy(false);
  };
  return (
    <Button size="small" loading={busy} onClick={() => void handleClick()}>
      {t("cart.order")}
    </Button>
  );
}

/** A message of ours with buttons for the customer to press, as they see them. */
function OfferedButtons({ message }: { message: ShownMessage }) {
  return (
    <>
      <MessageText text={message.text} />
      <ul className={laid("column noPadding unmarked above8")}>
        {offeredButtons(message.details).map(({ label, link }) => (
          <li
            key={label}
            className={laid("middle strong breaking justifyCentre gap6 lineAbove textCentre pad6x12")}
            title={link ?? undefined}
          >
            {link !== null && <LinkOutlined aria-hidden />}
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
