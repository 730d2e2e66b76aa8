import sharp from "sharp";
import { posterGround } from "./image-scenes.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { storePicture } from "./store-picture.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;

interface DemoImage {
  prompt: string;
  hue: number;
  shape: Parameters<typeof posterGround>[1];
  tags: readonly string[];
  name?: string;
  /** Why it was not made. */
  reason?: "promptRefused";
}

const images: readonly DemoImage[] = [
  { prompt: "暑期招生海報底圖，遠山與朝陽，上方留白，不要文字", hue: 28, shape: "sun", tags: ["招生", "海報"] },
  { prompt: "夏令營主視覺，層層山巒，清新色調，不要文字", hue: 150, shape: "hills", tags: ["夏令營"] },
  { prompt: "游泳班封面，海浪線條，藍色系，不要文字", hue: 205, shape: "waves", tags: ["游泳", "海報"] },
  { prompt: "結業典禮背景，夜空與星星，不要文字", hue: 255, shape: "stars", tags: ["典禮"] },
  {
    prompt: "親子活動背景，散落的葉子，柔和色彩，不要文字",
    hue: 95,
    shape: "leaves",
    tags: ["活動"],
    name: "親子日背景",
  },
  { prompt: "開放日底圖，暖色系山丘，下方留白，不要文字", hue: 345, shape: "hills", tags: ["招生"] },
  { prompt: "模仿知名卡通人物的招生海報", hue: 0, shape: "sun", tags: ["招生"], reason: "promptRefused" },
];

const id = (area: string, index: number) => `0199c100-${area}-7000-8000-${String(index + 1).padStart(12, "0")}`;

/** A library of images made in the last weeks, one of which was refused. */
export async function writeImages(tx: SeedTx, kit: SeedKit, place: SeedOrganization & { now: number }): Promise<void> {
  const { organizationId, now } = place;
  const organization = { organization_id: organizationId };
  const author = place.accounts[1]?.accountId ?? null;
  const files = await drawImages(kit, place);
  await writeRows(tx, "stored_file", files);
  const at = (index: number) => new Date(now - (images.length - index) * 2 * dayMs).toISOString();
  const tasks = images.map((_, index) => ({
    ...organization,
    ...{
      task_id: id("0011", index),
      month: `${at(index).slice(0, 7)}-01`,
      created_by: author,
      actor: "{}",
      state: "done",
    },
    ...{ created_at: at(index), finished_at: at(index) },
  }));
  await writeRows(tx, "ai_image_task", tasks);
  const rows = images.map((image, index) => {
    const file = files.find(({ file_id: fileId }) => fileId === id("0012", index));
    return {
      ...organization,
      ...{ image_id: id("0013", index), name: image.name ?? "", type: "generated", task_id: id("0011", index) },
      ...{ state: file ? "done" : "failed", reason: image.reason ?? null, prompt: image.prompt },
      ...{ ratio: "1:1", resolution: "1K", model: "v1", tags: [...image.tags], attempts: 1 },
      ...{ file_id: file?.file_id ?? null, width: file?.width ?? 0, height: file?.height ?? 0, size: file?.size ?? 0 },
      ...{ content_type: file ? "image/jpeg" : "", created_by: author, created_at: at(index), updated_at: at(index) },
    };
  });
  await writeRows(tx, "ai_image", rows);
  const month = new Date(now).toISOString().slice(0, 7);
  const made = rows.filter(({ state, created_at: day }) => state === "done" && day.startsWith(month)).length;
  await writeRows(tx, "ai_image_usage", [{ ...organization, month: `${month}-01`, images: made }]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  await writeRows(tx, "ai_image_storage", [{ ...organization, bytes }]);
}

async function drawImages(kit: SeedKit, { organizationId, now }: SeedOrganization & { now: number }) {
  const rows = [];
  for (const [index, { hue, shape, reason }] of images.entries()) {
    if (reason) continue;
    const drawing = sharp(Buffer.from(posterGround(hue, shape))).jpeg({ quality: 86 });
    const picture = { organizationId, fileId: id("0012", index), name: shape, createdAt: new Date(now - 14 * dayMs) };
    rows.push(await storePicture(kit, drawing, picture));
  }
  return rows;
}
