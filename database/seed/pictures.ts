import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { SeedKit } from "./kit.ts";
import type { Picture } from "./talk/talk.ts";

/** A picture in a conversation, before it is drawn. */
export interface PictureFile {
  fileId: string;
  picture: Picture;
  variant: number;
  at: number;
}

export interface DrawnPicture extends PictureFile {
  width: number;
  height: number;
  size: number;
  storageKey: string;
}

const names: Record<Picture, string> = {
  paper: "IMG_2041.jpg",
  drawing: "IMG_1187.jpg",
  pool: "pool.jpg",
  piano: "piano-room.jpg",
  timetable: "timetable.jpg",
};

export const nameOf = (file: PictureFile) => names[file.picture];

/** Draws and stores the pictures. They have no letters, so that no fonts are needed. */
export async function storePictures(
  files: readonly PictureFile[],
  kit: SeedKit,
  organizationId: string,
): Promise<DrawnPicture[]> {
  const folder = await mkdtemp(join(kit.workFolder, "pictures-"));
  try {
    const drawn: DrawnPicture[] = [];
    const scene = new Map<string, Awaited<ReturnType<typeof draw>>>();
    for (const file of files) {
      const look = `${file.picture} ${file.variant}`;
      const { data, info } = scene.get(look) ?? (await draw(file));
      scene.set(look, { data, info });
      const path = join(folder, file.fileId);
      await writeFile(path, data);
      const storageKey = `${organizationId}/${file.fileId}`;
      await kit.putFile(storageKey, path);
      drawn.push({ ...file, width: info.width, height: info.height, size: data.length, storageKey });
    }
    return drawn;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function draw({ picture, variant }: PictureFile) {
  const options = { quality: 82 };
  return sharp(Buffer.from(scenes[picture](variant)))
    .jpeg(options)
    .toBuffer({ resolveWithObject: true });
}

type Scene = (variant: number) => string;

const scenes: Record<Picture, Scene> = {
  paper(variant) {
    const lines = repeat(14, (line) => {
      const y = 250 + line * 62;
      const [wide, wrong] = [420 + ((line * 97 + variant * 53) % 200), (line + variant) % 4 === 0];
      const mark = wrong ? `M720 ${y - 22} l34 34 m0 -34 l-34 34` : `M716 ${y} l16 16 l30 -40`;
      return `<path d="M130 ${y} h${wide}" stroke="#64748b" stroke-width="7"/><path d="${mark}" stroke="#dc2626" stroke-width="7" fill="none"/>`;
    });
    return svg(
      900,
      1200,
      `${box("#a8a29e", 900, 1200)}<g transform="rotate(${variant - 1} 450 600)"><rect x="60" y="50" width="780" height="1110" fill="#fdfcf7"/>
      <path d="M130 140 h330" stroke="#334155" stroke-width="16"/><circle cx="730" cy="140" r="62" fill="none" stroke="#dc2626" stroke-width="8"/>
      <path d="M700 ${165} l20 -50 m10 50 q30 -10 30 -40" stroke="#dc2626" stroke-width="8" fill="none"/>${lines}</g>`,
    );
  },
  drawing(variant) {
    const [sky, roof, leaf] =
      ["#bae6fd #ef4444 #22c55e", "#fde68a #7c3aed #16a34a", "#ddd6fe #f97316 #65a30d"].map((set) => set.split(" "))[
        variant
      ] ?? [];
    return svg(
      1200,
      900,
      `${box(sky ?? "", 1200, 900)}<path d="M0 640 q300 -70 600 0 t600 0 V900 H0Z" fill="#86efac"/><circle cx="1010" cy="170" r="95" fill="#facc15"/>
      ${repeat(10, (ray) => `<path d="M1010 170 m${Math.cos(ray * 0.628) * 115} ${Math.sin(ray * 0.628) * 115} l${Math.cos(ray * 0.628) * 55} ${Math.sin(ray * 0.628) * 55}" stroke="#facc15" stroke-width="14"/>`)}
      <rect x="330" y="430" width="340" height="270" fill="#fef3c7"/><path d="M290 440 L500 250 L710 440Z" fill="${roof}"/><rect x="455" y="550" width="95" height="150" fill="#92400e"/>
      <rect x="365" y="480" width="75" height="75" fill="#7dd3fc"/><rect x="570" y="480" width="75" height="75" fill="#7dd3fc"/>
      <rect x="845" y="520" width="46" height="200" fill="#a16207"/><circle cx="868" cy="450" r="125" fill="${leaf}"/><circle cx="215" cy="610" r="38" fill="#fed7aa"/><path d="M215 648 v120 m-55 -75 h110 m-55 75 l-42 75 m42 -75 l42 75" stroke="#db2777" stroke-width="14"/>`,
    );
  },
  pool(variant) {
    const water = ["#22d3ee", "#38bdf8", "#2dd4bf"][variant] ?? "#22d3ee";
    return svg(
      1200,
      900,
      `${box("#e2e8f0", 1200, 900)}<path d="M0 0 H1200 V250 H0Z" fill="#cbd5e1"/>
      ${repeat(6, (pane) => `<rect x="${50 + pane * 190}" y="40" width="150" height="170" fill="#f0f9ff"/>`)}<path d="M130 300 H1070 L1200 900 H0Z" fill="${water}"/>
      ${repeat(5, (lane) => `<path d="M${290 + lane * 155} 300 L${120 + lane * 240} 900" stroke="${lane % 2 ? "#f8fafc" : "#ef4444"}" stroke-width="12" stroke-dasharray="34 20"/>`)}
      ${repeat(26, (wave) => `<path d="M${260 + ((wave * 211) % 620)} ${340 + ((wave * 97) % 530)} q22 -14 44 0 t44 0" stroke="#ecfeff" stroke-opacity=".7" stroke-width="6" fill="none"/>`)}`,
    );
  },
  piano(variant) {
    const wall = ["#fef3c7", "#e0e7ff", "#dcfce7"][variant] ?? "#fef3c7";
    return svg(
      1200,
      900,
      `${box(wall, 1200, 900)}<path d="M0 720 H1200 V900 H0Z" fill="#b45309"/><rect x="180" y="240" width="840" height="250" rx="14" fill="#1c1917"/><rect x="140" y="470" width="920" height="150" rx="10" fill="#0c0a09"/>
      ${repeat(30, (key) => `<rect x="${166 + key * 29}" y="520" width="27" height="86" fill="#fafaf9"/>`)}
      ${repeat(29, (key) => ([2, 6].includes(key % 7) ? "" : `<rect x="${185 + key * 29}" y="520" width="17" height="52" fill="#0c0a09"/>`))}
      <rect x="180" y="620" width="38" height="200" fill="#1c1917"/><rect x="982" y="620" width="38" height="200" fill="#1c1917"/><rect x="440" y="330" width="150" height="120" fill="#fff"/><rect x="600" y="330" width="150" height="120" fill="#fff"/>
      ${repeat(8, (line) => `<path d="M${line < 4 ? 455 : 615} ${352 + (line % 4) * 24} h120" stroke="#57534e" stroke-width="4"/>`)}<rect x="430" y="740" width="340" height="50" rx="20" fill="#292524"/>`,
    );
  },
  timetable(variant) {
    const colors = ["#93c5fd", "#e2e8f0", "#fcd34d", "#e2e8f0", "#93c5fd", "#f9a8d4"];
    const cells = repeat(35, (cell) => {
      const [column, line] = [cell % 7, Math.floor(cell / 7)];
      const color = (cell * 5 + variant * 3) % 3 === 0 ? "#f8fafc" : colors[(cell * 7 + variant) % colors.length];
      return `<rect x="${130 + column * 145}" y="${190 + line * 130}" width="137" height="122" rx="8" fill="${color}"/>`;
    });
    return svg(
      1200,
      900,
      `${box("#ffffff", 1200, 900)}<rect width="1200" height="110" fill="#1e3a8a"/><path d="M50 56 h360" stroke="#fff" stroke-width="22"/>
      ${repeat(7, (column) => `<rect x="${130 + column * 145}" y="130" width="137" height="50" rx="8" fill="#1d4ed8"/>`)}${repeat(5, (line) => `<path d="M30 ${250 + line * 130} h70" stroke="#94a3b8" stroke-width="12"/>`)}${cells}`,
    );
  },
};

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linecap="round">${content}</svg>`;
}

const box = (color: string, width: number, height: number) =>
  `<rect width="${width}" height="${height}" fill="${color}"/>`;

const repeat = (times: number, draw: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => draw(index)).join("");
