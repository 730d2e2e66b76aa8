import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import sharp from "sharp";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { type ProductScene, productPicture } from "./product-scenes.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;
const types = ["課程", "教材", "營隊", "線上課程"] as const;

interface DemoProduct {
  name: string;
  salesName: string;
  type: (typeof types)[number];
  /** In whole dollars. */
  price: number;
  scene: ProductScene;
  ground: string;
  description: string;
  /** Days after the purchase; a fixed date a number of days from now; neither: no limit. */
  validDays?: number;
  expiresIn?: number;
  inactive?: true;
}

const products: readonly DemoProduct[] = [
  {
    name: "幼兒拼讀班（12 堂）",
    salesName: "英語拼讀啟蒙",
    type: "課程",
    price: 9600,
    scene: "phonics",
    ground: "#fff7ed",
    validDays: 120,
    description: "5 至 7 歲。小班八人，每週一堂 60 分鐘，從字母聲音開始，學期末能自己讀繪本。",
  },
  {
    name: "國小數學思考班（16 堂）",
    salesName: "數學思考班",
    type: "課程",
    price: 12800,
    scene: "maths",
    ground: "#ecfdf5",
    validDays: 150,
    description: "小三至小六。每堂兩個情境題，先畫圖再列式，家長每月收到一份學習紀錄。",
  },
  {
    name: "鋼琴個別課（10 堂）",
    salesName: "鋼琴一對一",
    type: "課程",
    price: 13500,
    scene: "piano",
    ground: "#eff6ff",
    validDays: 180,
    description: "每堂 45 分鐘，一對一。含練習室使用，可報考英國皇家檢定。",
  },
  {
    name: "小提琴個別課（10 堂）",
    salesName: "小提琴一對一",
    type: "課程",
    price: 14500,
    scene: "violin",
    ground: "#fefce8",
    validDays: 180,
    description: "每堂 45 分鐘，一對一。初學者可租用樂器，租金另計。",
  },
  {
    name: "兒童美術班（8 堂）",
    salesName: "創意美術",
    type: "課程",
    price: 7200,
    scene: "painting",
    ground: "#fdf2f8",
    validDays: 90,
    description: "水彩、版畫與陶土輪替，材料費已包含在學費中。",
  },
  {
    name: "機器人入門（6 堂）",
    salesName: "動手做機器人",
    type: "課程",
    price: 8400,
    scene: "robot",
    ground: "#f1f5f9",
    validDays: 90,
    description: "兩人一組，從感測器到自動走迷宮。器材留在教室，不需購買。",
  },
  {
    name: "游泳基礎班（10 堂）",
    salesName: "游泳基礎班",
    type: "課程",
    price: 6800,
    scene: "swimming",
    ground: "#f0f9ff",
    validDays: 75,
    description: "一位教練帶四位學員，從漂浮、打水到自由式 15 公尺。",
  },
  {
    name: "珠心算班（12 堂）",
    salesName: "珠心算",
    type: "課程",
    price: 6600,
    scene: "abacus",
    ground: "#fffbeb",
    validDays: 120,
    description: "每週一堂 50 分鐘，含教具。適合小一至小四。",
  },
  {
    name: "冬令營：森林探險五日",
    salesName: "冬令營",
    type: "營隊",
    price: 11800,
    scene: "camp",
    ground: "#dbeafe",
    expiresIn: 58,
    description: "五天日營，含午餐、保險與交通。名額 24 人，額滿為止。",
  },
  {
    name: "拼讀教材套組",
    salesName: "拼讀繪本四冊",
    type: "教材",
    price: 1280,
    scene: "books",
    ground: "#f5f5f4",
    description: "四冊繪本加一本練習簿，適合在家複習。",
  },
  {
    name: "線上會話練習（月費）",
    salesName: "線上會話",
    type: "線上課程",
    price: 1990,
    scene: "screen",
    ground: "#e0f2fe",
    validDays: 30,
    description: "每週兩次、每次 25 分鐘的線上會話，時間自選。",
  },
  {
    name: "西洋棋週末班（8 堂）",
    salesName: "西洋棋",
    type: "課程",
    price: 5600,
    scene: "chess",
    ground: "#fef3c7",
    validDays: 90,
    inactive: true,
    description: "下學期重新開班，暫停報名。",
  },
];

const id = (area: string, index: number) => `0199c100-${area}-7000-8000-${String(index + 1).padStart(12, "0")}`;

/** The picture of a product by its place. */
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
  const typeRows = types.map((name, index) => ({
    ...organization,
    ...{ item_id: id("0001", index), project_id: customLists.productTypes, name, sort: index + 1, status: 1 },
    created_at: new Date(now - 80 * dayMs).toISOString(),
  }));
  await writeRows(tx, "list_item", typeRows);
  await writeRows(tx, "stored_file", await drawPictures(kit, place));
  const rows = products.map((product, index) => ({
    ...organization,
    product_id: id("0003", index),
    retailer_id: `CG-${String(index + 1).padStart(3, "0")}`,
    name: product.name,
    sales_name: product.salesName,
    type_id: id("0001", types.indexOf(product.type)),
    price_minor: product.price * 100,
    currency: "TWD",
    ...termOf(product, now),
    image_file_ids: [id("0002", index)],
    description: product.description,
    product_url: `https://chenguang.homeroom.test/courses/${product.scene}`,
    status: product.inactive ? "inactive" : "active",
    sort: (index + 1) * 1024,
    revision: 1,
    ...{ created_by: author, updated_by: author, version: 1 },
    created_at: new Date(now - (70 - index) * dayMs).toISOString(),
    updated_at: new Date(now - (20 - index) * dayMs).toISOString(),
  }));
  await writeRows(tx, "product", rows);
}

function termOf({ validDays, expiresIn }: DemoProduct, now: number) {
  const until = expiresIn === undefined ? null : new Date(now + expiresIn * dayMs).toISOString().slice(0, 10);
  const kind = until ? "expiry" : validDays ? "validity" : "online";
  return { kind, valid_days: validDays ?? null, expiry_date: until };
}

async function drawPictures(kit: SeedKit, { organizationId, now }: SeedOrganization & { now: number }) {
  const folder = await mkdtemp(join(kit.workFolder, "products-"));
  try {
    const rows: object[] = [];
    for (const [index, { scene, ground }] of products.entries()) {
      const { data, info } = await sharp(Buffer.from(productPicture(scene, ground)))
        .jpeg({ quality: 86 })
        .toBuffer({ resolveWithObject: true });
      const fileId = id("0002", index);
      await writeFile(join(folder, fileId), data);
      const storageKey = `${organizationId}/${fileId}`;
      await kit.putFile(storageKey, join(folder, fileId));
      rows.push({
        organization_id: organizationId,
        ...{ file_id: fileId, name: `${scene}.jpg`, content_type: "image/jpeg", size: data.length },
        ...{ width: info.width, height: info.height, storage_key: storageKey },
        created_at: new Date(now - 70 * dayMs).toISOString(),
      });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
