import { FileId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import sharp from "sharp";
import {
  type DemoProduct,
  demoProducts,
  productPageOf,
  productPicture,
  productTypes,
  retailerIdAt,
} from "./demo-products.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import { channels, type SeedOrganization } from "./places.ts";
import { storePicture } from "./store-picture.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;
const narrowWidths = [480, 720, 1080];

const id = (area: string, index: number) => `0199c100-${area}-7000-8000-${String(index + 1).padStart(12, "0")}`;

/** The picture of a product by its position. */
export const productPictureId = (index: number) => FileId.parse(id("0002", index));

/** The catalogue of a school with a picture each, in the order in which staff would show it. */
export async function writeProducts(
  tx: SeedTx,
  kit: SeedKit,
  place: SeedOrganization & { now: number },
): Promise<void> {
  const { organizationId, now } = place;
  const organization = { organization_id: organizationId };
  const author = place.accounts[1]?.accountId ?? null;
  const typeRows = productTypes.map((name, index) => ({
    ...organization,
    ...{ item_id: id("0001", index), project_id: customLists.productTypes, name, sort: index + 1, status: 1 },
    created_at: new Date(now - 80 * dayMs).toISOString(),
  }));
  await writeRows(tx, "list_item", typeRows);
  await writeRows(tx, "stored_file", await drawPictures(kit, place));
  const rows = demoProducts.map((product, index) => ({
    ...organization,
    product_id: id("0003", index),
    retailer_id: retailerIdAt(index),
    name: product.name,
    sales_name: product.salesName,
    type_id: id("0001", productTypes.indexOf(product.type)),
    price_minor: product.price * 100,
    currency: "TWD",
    ...termOf(product, now),
    image_file_ids: [id("0002", index)],
    description: product.description,
    product_url: productPageOf(product),
    status: product.inactive ? "inactive" : "active",
    sort: (index + 1) * 1024,
    revision: 1,
    ...{ created_by: author, updated_by: author, version: 1 },
    created_at: new Date(now - (70 - index) * dayMs).toISOString(),
    updated_at: new Date(now - (20 - index) * dayMs).toISOString(),
  }));
  await writeRows(tx, "product", rows);
  // As after a sync: everything for sale is in the catalogue in its present form.
  const listings = rows.flatMap(({ product_id, retailer_id, revision, status, updated_at }) =>
    status === "active"
      ? [
          {
            ...organization,
            ...{ catalogue_id: channels.whatsapp.settings.catalogueId, retailer_id, product_id, revision },
            ...{ is_there: true, state: "listed", reason: null, detail: "", updated_at },
          },
        ]
      : [],
  );
  await writeRows(tx, "product_listing", listings);
}

function termOf({ validDays, expiresIn, lessons }: DemoProduct, now: number) {
  const until = expiresIn === undefined ? null : new Date(now + expiresIn * dayMs).toISOString().slice(0, 10);
  const kind = until ? "expiry" : validDays ? "validity" : "online";
  return { kind, valid_days: validDays ?? null, expiry_date: until, lessons: lessons ?? null };
}

/** The pictures of products at these places in the widths of screens, as publishing draws them. Answers their widths. */
export async function writeNarrowPictures(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, now, places }: SeedOrganization & { now: number; places: readonly number[] },
): Promise<Map<number, number[]>> {
  const createdAt = drawnAt(now);
  const drawn = new Map<number, number[]>();
  const rows: object[] = [];
  for (const place of places) {
    const product = demoProducts[place];
    if (!product) continue;
    const scene = sharp(Buffer.from(productPicture(product)));
    const own = (await scene.metadata()).width;
    const widths = [...narrowWidths.filter((width) => width < own), own];
    drawn.set(place, widths);
    for (const [index, width] of widths.entries()) {
      const drawing = scene.clone().resize({ width }).webp({ quality: 70 });
      const picture = { organizationId, fileId: id("0004", place * 10 + index), name: product.scene, createdAt };
      rows.push({ ...(await storePicture(kit, drawing, picture)), narrow_of: productPictureId(place) });
    }
  }
  await writeRows(tx, "stored_file", rows);
  return drawn;
}

async function drawPictures(kit: SeedKit, { organizationId, now }: SeedOrganization & { now: number }) {
  const rows: object[] = [];
  for (const [index, product] of demoProducts.entries()) {
    const drawing = sharp(Buffer.from(productPicture(product))).jpeg({ quality: 86 });
    const picture = { organizationId, fileId: id("0002", index), name: product.scene, createdAt: drawnAt(now) };
    rows.push(await storePicture(kit, drawing, picture));
  }
  return rows;
}

const drawnAt = (now: number) => new Date(now - 70 * dayMs);
