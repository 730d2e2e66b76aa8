import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";
import { sql } from "kysely";
import sharp from "sharp";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { writeRows } from "./write-rows.ts";

let lettering: Promise<Lettering> | undefined;

const minute = 60_000;
const maxProofs = 4;
const id = (area: string, index: number) => `0199c200-${area}-7000-8000-${String(index + 1).padStart(12, "0")}`;

interface UnpaidOrder {
  orderId: string;
  number: string;
  branchId: string;
  leadId: string | null;
  buyer: string;
  minor: number;
  madeAt: Date;
}

/** Screenshots of transfers that wait to be checked, for the newest orders paid by transfer; the last one is sent twice. */
export async function writeTransferProofs(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, now }: SeedOrganization & { now: number },
): Promise<void> {
  const orders = await waitingOrders(tx, { organizationId, now });
  const write = await loadLettering();
  const folder = await mkdtemp(join(kit.workFolder, "transfers-"));
  try {
    for (const [index, order] of orders.entries()) {
      const fileId = id("0001", index);
      const picture = await sharp(Buffer.from(transferPicture(order, index, write)))
        .jpeg({ quality: 84 })
        .toBuffer();
      await writeFile(join(folder, fileId), picture);
      const key = `${organizationId}/${fileId}`;
      await kit.putFile(key, join(folder, fileId));
      await writeProof(tx, { organizationId, order, index, fileId, key, size: picture.length, now });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const last = orders.length - 1;
  if (last >= 0) await writeTwin(tx, { organizationId, index: last, now });
}

async function waitingOrders(
  tx: SeedTx,
  { organizationId, now }: Pick<SeedOrganization, "organizationId"> & { now: number },
): Promise<UnpaidOrder[]> {
  const { rows } = await sql<UnpaidOrder>`
    select order_id as "orderId", order_number as number, branch_id as "branchId", lead_id as "leadId",
      buyer_name as buyer, total_minor as minor, created_at as "madeAt"
    from sale_order where organization_id = ${organizationId} and status = 'pending' and confirm_status = 'unconfirmed'
      and pay_method = 'bankTransfer' and paid_minor = 0 and created_at < ${new Date(now - 10 * minute)}
    order by created_at desc, order_id limit ${maxProofs}`.execute(tx);
  return rows;
}

interface ProofRows {
  organizationId: string;
  order: UnpaidOrder;
  index: number;
  fileId: string;
  key: string;
  size: number;
  now: number;
}

async function writeProof(tx: SeedTx, { organizationId, order, index, fileId, key, size, now }: ProofRows) {
  const of = { organization_id: organizationId };
  const shownAt = new Date(Math.min(now - 2 * minute, order.madeAt.getTime() + 8 * minute)).toISOString();
  const file = { file_id: fileId, name: "transfer.jpg", content_type: "image/jpeg", size, storage_key: key };
  await writeRows(tx, "stored_file", [{ ...of, ...file, width: 720, height: 1560, created_at: shownAt }]);
  const event = { event_id: id("0002", index), order_id: order.orderId, kind: "imageUploaded", created_at: shownAt };
  await writeRows(tx, "order_event", [{ ...of, ...event }]);
  await sql`
    update sale_order set image_file_id = ${fileId}, image_at = ${shownAt}::timestamptz, version = version + 1
    where organization_id = ${organizationId} and order_id = ${order.orderId}`.execute(tx);
  const proof = { proof_id: id("0003", index), branch_id: order.branchId, lead_id: order.leadId };
  const shown = { order_id: order.orderId, source: "customer", file_id: fileId, created_at: shownAt };
  await writeRows(tx, "transfer_proof", [{ ...of, ...proof, ...shown }]);
}

/** The same picture again, from the chat. */
async function writeTwin(
  tx: SeedTx,
  { organizationId, index, now }: { organizationId: string; index: number; now: number },
): Promise<void> {
  await sql`
    insert into transfer_proof (organization_id, proof_id, branch_id, lead_id, source, file_id, twin_id, created_at)
    select organization_id, ${id("0003", maxProofs)}::uuid, branch_id, lead_id, 'chat', file_id, proof_id,
      ${new Date(now - minute).toISOString()}::timestamptz
    from transfer_proof where organization_id = ${organizationId} and proof_id = ${id("0003", index)}`.execute(tx);
}

const banks = [
  ["#0a7d4b", "玉山銀行"],
  ["#0b4ea2", "國泰世華銀行"],
  ["#c8102e", "中國信託"],
  ["#00703c", "台北富邦"],
] as const;

function transferPicture({ number, buyer, minor, madeAt }: UnpaidOrder, index: number, write: Lettering): string {
  const [colour, bank] = banks[index % banks.length] ?? banks[0];
  const amount = new Intl.NumberFormat("en").format(minor / 100);
  const facts = [
    ["轉出戶名", buyer],
    ["轉入戶名", "晨光教育中心"],
    ["轉帳時間", madeAt.toISOString().slice(0, 16).replace("T", " ")],
    ["交易序號", `${number.slice(0, 8)}-${String(7710 + index * 137)}`],
    ["備註", number],
  ] as const;
  const rows = facts.map(([label, value], row) => {
    const y = 640 + row * 130;
    const name = write(label, { x: 56, y, size: 30, fill: "#6b7280" });
    const text = write(value, { x: 280, y, size: 30, fill: "#111827" });
    return `${name}${text}<rect x="56" y="${y + 40}" width="608" height="2" fill="#e5e7eb"/>`;
  });
  const title = write(bank, { x: 56, y: 112, size: 42, fill: "#fff" });
  const done = write("轉帳成功", { x: 292, y: 440, size: 34, fill: "#111827" });
  const sum = write(`NT$ ${amount}`, { x: 210, y: 530, size: 60, fill: "#111827" });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1560"><rect width="720" height="1560" fill="#fff"/><rect width="720" height="180" fill="${colour}"/>${title}<circle cx="360" cy="300" r="56" fill="${colour}"/><path d="M334 300l18 20 36-40" stroke="#fff" stroke-width="10" fill="none"/>${done}${sum}${rows.join("")}</svg>`;
}

/** Returns a text as SVG outlines, from `x` along the baseline at `y`; sizes in pixels. */
type Lettering = (text: string, look: { x: number; y: number; size: number; fill: string }) => string;

/** Draws with Noto Sans TC, so that a picture is the same on every machine, whatever its fonts. */
function loadLettering(): Promise<Lettering> {
  lettering ??= readFont();
  return lettering;
}

async function readFont(): Promise<Lettering> {
  const file = import.meta.resolve("@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf");
  const font = create(await readFile(fileURLToPath(file)));
  if (!("layout" in font)) throw new Error("A single font is wanted, not a collection");
  return (text, { x, y, size, fill }) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let left = 0;
    const outlines = glyphs.map((glyph, place) => {
      const at = left;
      left += positions[place]?.xAdvance ?? 0;
      return `<path transform="translate(${at})" d="${glyph.path.toSVG()}"/>`;
    });
    return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${outlines.join("")}</g>`;
  };
}
