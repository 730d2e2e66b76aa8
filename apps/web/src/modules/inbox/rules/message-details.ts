/** The details of a message, parsed defensively: they come from outside and may be anything. */
type Details = Readonly<Record<string, unknown>>;

export interface Place {
  name: string;
  address: string;
  /** A link to a map; opened only when somebody presses it. */
  map: string | null;
}

export function placeOf(details: Details): Place {
  const [latitude, longitude] = [numberOf(details.latitude), numberOf(details.longitude)];
  const known = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    name: textOf(details.name),
    address: textOf(details.address),
    map: known ? `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}` : null,
  };
}

export interface ContactCard {
  name: string;
  detail: string;
  phones: string[];
  emails: string[];
}

export function contactCards(details: Details): ContactCard[] {
  return records(details.contacts).map((contact) => {
    const name = recordOf(contact.name);
    const organisation = recordOf(contact.org);
    const phones = records(contact.phones).map(({ phone, wa_id: account }) => textOf(phone) || textOf(account));
    return {
      name: textOf(name.formatted_name) || textOf(name.first_name) || (phones[0] ?? ""),
      detail: [textOf(organisation.company), textOf(organisation.title)].filter(Boolean).join(" · "),
      phones: phones.filter(Boolean),
      emails: records(contact.emails)
        .map(({ email }) => textOf(email))
        .filter(Boolean),
    };
  });
}

/** A product in its current state in our catalogue. */
export interface KnownProduct {
  name: string;
  price: number | null;
  currency: string;
  picture: string;
}

export interface OrderItem {
  productId: string;
  quantity: number;
  /** The price shown to the customer. */
  price: number | null;
  currency: string;
  /** Null: not in the catalogue. */
  product: KnownProduct | null;
}

export function orderItems(details: Details): OrderItem[] {
  return records(details.items).map((item) => ({
    productId: textOf(item.productId),
    quantity: numberOf(item.quantity) ?? 1,
    price: numberOf(item.price),
    currency: textOf(item.currency),
    product: knownProduct(item.product),
  }));
}

function knownProduct(value: unknown): KnownProduct | null {
  const product = recordOf(value);
  const name = textOf(product.name);
  if (name === "") return null;
  const { price, currency, picture } = product;
  return { name, price: numberOf(price), currency: textOf(currency), picture: textOf(picture) };
}

export interface ShownProduct {
  id: string;
  name: string;
  price: number | null;
  currency: string;
  picture: string;
  /** Its page; empty if it has none or the address is not a web page. */
  url: string;
}

/** The products in a message of ours; empty for other messages. */
export function shownProducts(details: Details): ShownProduct[] {
  return records(details.products).map((product) => {
    const url = textOf(product.url);
    return {
      id: textOf(product.productID),
      name: textOf(product.name),
      price: numberOf(product.price),
      currency: textOf(product.currency),
      picture: textOf(product.picture),
      url: /^https?:\/\//i.test(url) ? url : "",
    };
  });
}

/** The buttons of a message of ours; `link`: the page that one opens. */
export function offeredButtons(details: Details): { label: string; link: string | null }[] {
  return records(details.buttons)
    .map(({ label, kind, value }) => ({ label: textOf(label), link: kind === "link" ? textOf(value) : null }))
    .filter(({ label }) => label !== "");
}

/** A customer's answers: readable names and values. */
export function formAnswers(details: Details): { name: string; value: string }[] {
  const entries = Object.entries(recordOf(details.response)).filter(([name]) => name !== "flow_token");
  return entries.map(([name, value]) => ({ name, value: readable(value) }));
}

export interface Referral {
  headline: string;
  body: string;
  sourceUrl: string;
  fromAd: boolean;
}

export function referralOf(referral: Details): Referral {
  return {
    headline: textOf(referral.headline),
    body: textOf(referral.body),
    sourceUrl: textOf(referral.sourceUrl),
    fromAd: referral.sourceType === "ad",
  };
}

/** The product that a question is about: its name, or else its retailer ID. */
export function productOf(details: Details): string {
  const about = recordOf(details.product);
  return knownProduct(about.product)?.name ?? textOf(about.productId);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function readable(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  return typeof value === "boolean" ? String(value) : textOf(value);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function recordOf(value: unknown): Details {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Details) : {};
}

function records(value: unknown): Details[] {
  return Array.isArray(value) ? value.slice(0, 50).map(recordOf) : [];
}

/** The provider's explanation of a message that it could not deliver; undefined if it gave none. */
export function providerProblemOf(details: Details): { code: string; detail: string } | undefined {
  const [first] = records(details["errors"]);
  if (!first) return undefined;
  return {
    code: typeof first["code"] === "number" ? String(first["code"]) : textOf(first["code"]),
    detail: textOf(first["detail"]),
  };
}

/** A provider's events about a person, besides their messages. */
const happenings = [
  "request_welcome",
  "follow",
  "block",
  "group_message",
  "group_event",
  "beacon",
  "accountLink",
  "other",
] as const;

/** The text key of an event about a person; undefined for events without a text. */
export function happeningOf(systemType: string): (typeof happenings)[number] | undefined {
  return happenings.find((one) => one === systemType);
}
