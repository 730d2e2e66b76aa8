/** A product's picture: shapes on a plain ground, without letters, so that no fonts are needed. */
type ProductScene = keyof typeof scenes;

const repeat = (times: number, draw: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => draw(index)).join("");

const book = (x: number, color: string, tilt = 0) =>
  `<g transform="rotate(${tilt} ${x} 300)"><rect x="${x}" y="160" width="96" height="300" rx="8" fill="${color}"/><path d="M${x + 16} 210 h64 m-64 24 h44" stroke="#fff" stroke-width="8"/></g>`;

const scenes = {
  phonics: `${repeat(3, (n) => `<rect x="${150 + n * 180}" y="${200 + (n % 2) * 40}" width="150" height="150" rx="18" fill="${["#f87171", "#fbbf24", "#34d399"][n]}"/>`)}
    <path d="M190 320 l35 -90 l35 90 m-58 -34 h46 M382 280 v-50 h40 a25 25 0 0 1 0 50 h-40 v50 h46 a25 25 0 0 0 0 -50 M620 240 a44 44 0 1 0 0 74" stroke="#fff" stroke-width="14" fill="none"/>`,
  maths: `<rect x="180" y="130" width="440" height="320" rx="16" fill="#166534"/><rect x="180" y="450" width="440" height="18" fill="#a16207"/>
    <path d="M240 230 h70 m-35 -35 v70 M360 215 h70 m-70 34 h70 M480 200 l70 70 m0 -70 l-70 70 M240 360 l60 -60 l70 50 l80 -80 l100 60" stroke="#f0fdf4" stroke-width="10" fill="none"/>`,
  piano: `<rect x="140" y="180" width="520" height="110" rx="12" fill="#1c1917"/>${repeat(14, (n) => `<rect x="${150 + n * 36}" y="290" width="33" height="160" fill="#fafaf9" stroke="#a8a29e"/>`)}
    ${repeat(13, (n) => ([2, 6, 9].includes(n) ? "" : `<rect x="${174 + n * 36}" y="290" width="20" height="96" fill="#0c0a09"/>`))}`,
  violin: `<path d="M400 120 v170" stroke="#44403c" stroke-width="20"/><path d="M400 250 c-110 0 -110 100 -60 120 c-70 30 -60 150 60 150 s130 -120 60 -150 c50 -20 50 -120 -60 -120Z" fill="#b45309"/>
    <path d="M370 380 q-16 40 0 80 m60 -80 q16 40 0 80" stroke="#451a03" stroke-width="7" fill="none"/><path d="M390 130 v360 m20 -360 v360" stroke="#fef3c7" stroke-width="3"/><path d="M560 130 L470 520" stroke="#78350f" stroke-width="9"/>`,
  painting: `<path d="M400 140 c190 0 240 130 200 220 c-30 66 -110 10 -140 60 c-30 52 40 90 -60 90 c-150 0 -220 -100 -220 -190 s80 -180 220 -180Z" fill="#fef3c7" stroke="#a16207" stroke-width="6"/>
    ${repeat(5, (n) => `<circle cx="${290 + n * 60}" cy="${250 - (n % 3) * 22}" r="26" fill="${["#ef4444", "#f59e0b", "#22c55e", "#3b82f6", "#a855f7"][n]}"/>`)}<path d="M560 480 l120 -200" stroke="#78350f" stroke-width="16"/>`,
  robot: `<rect x="290" y="220" width="220" height="170" rx="28" fill="#64748b"/><circle cx="350" cy="295" r="28" fill="#f8fafc"/><circle cx="450" cy="295" r="28" fill="#f8fafc"/><circle cx="350" cy="295" r="12"/><circle cx="450" cy="295" r="12"/>
    <path d="M360 355 h80 M400 220 v-50" stroke="#f8fafc" stroke-width="10"/><circle cx="400" cy="158" r="16" fill="#f59e0b"/><rect x="320" y="400" width="160" height="90" rx="18" fill="#94a3b8"/><path d="M290 430 h-50 v50 M510 430 h50 v-50" stroke="#64748b" stroke-width="20" fill="none"/>`,
  swimming: `<rect x="0" y="330" width="800" height="270" fill="#0ea5e9"/>${repeat(4, (n) => `<path d="M0 ${370 + n * 60} q50 -28 100 0 t100 0 t100 0 t100 0 t100 0 t100 0 t100 0 t100 0" stroke="#e0f2fe" stroke-width="8" fill="none"/>`)}
    <circle cx="470" cy="290" r="46" fill="#fed7aa"/><path d="M424 285 a46 46 0 0 1 92 0Z" fill="#dc2626"/><path d="M430 340 l-190 40 M430 330 l-70 -90 l-90 40" stroke="#fed7aa" stroke-width="34" fill="none"/>`,
  camp: `<path d="M400 170 L620 470 H180Z" fill="#ea580c"/><path d="M400 170 L470 470 H330Z" fill="#7c2d12"/><path d="M0 470 H800 V600 H0Z" fill="#65a30d"/><circle cx="640" cy="140" r="52" fill="#fde047"/>
    <path d="M90 470 v-110 l-50 60 m50 -60 l50 60 M90 360 l-40 40 m40 -40 l40 40" stroke="#166534" stroke-width="16" fill="none"/>`,
  books: `${book(220, "#2563eb")}${book(326, "#dc2626", 4)}${book(440, "#16a34a")}${book(546, "#9333ea", -5)}<rect x="150" y="462" width="520" height="20" fill="#92400e"/>`,
  abacus: `<rect x="190" y="150" width="420" height="300" rx="12" fill="none" stroke="#92400e" stroke-width="22"/><path d="M190 230 h420" stroke="#92400e" stroke-width="12"/>
    ${repeat(6, (n) => `<path d="M${240 + n * 64} 160 v280" stroke="#57534e" stroke-width="6"/><ellipse cx="${240 + n * 64}" cy="${190 + (n % 2) * 16}" rx="26" ry="15" fill="#dc2626"/>${repeat(4, (k) => `<ellipse cx="${240 + n * 64}" cy="${272 + k * 36 + (k > n % 4 ? 20 : 0)}" rx="26" ry="15" fill="#f59e0b"/>`)}`)}`,
  screen: `<rect x="160" y="150" width="480" height="290" rx="18" fill="#1e293b"/><rect x="180" y="170" width="440" height="250" fill="#38bdf8"/><path d="M370 245 l90 50 l-90 50Z" fill="#fff"/><path d="M400 440 v50 m-90 0 h180" stroke="#1e293b" stroke-width="20"/>`,
  chess: `${repeat(32, (n) => `<rect x="${200 + (n % 4) * 100 + (Math.floor(n / 4) % 2) * 50}" y="${120 + Math.floor(n / 4) * 50}" width="50" height="50" fill="#78350f"/>`)}
    <path d="M360 440 h100 l-14 -60 q-8 -60 14 -90 q-40 -70 -90 -40 l-30 60 l40 10 q-30 60 -20 120Z" fill="#fafaf9" stroke="#1c1917" stroke-width="8"/>`,
} as const;

/** The picture of a product as SVG, 800 by 600. */
export function productPicture({ scene, ground }: Pick<DemoProduct, "scene" | "ground">): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" stroke-linecap="round" stroke-linejoin="round"><rect width="800" height="600" fill="${ground}"/>${scenes[scene]}</svg>`;
}

export const productTypes = ["課程", "教材", "營隊", "線上課程"] as const;

export interface DemoProduct {
  name: string;
  salesName: string;
  type: (typeof productTypes)[number];
  /** In whole dollars. */
  price: number;
  scene: ProductScene;
  ground: string;
  description: string;
  /** Days after the purchase; a fixed date a number of days from now; neither: no limit. */
  validDays?: number;
  lessons?: number;
  expiresIn?: number;
  inactive?: true;
}

/** The catalogue of the demo, in the order in which staff would show it. */
export const demoProducts: readonly DemoProduct[] = [
  {
    name: "幼兒拼讀班（12 堂）",
    salesName: "英語拼讀啟蒙",
    type: "課程",
    price: 9600,
    scene: "phonics",
    ground: "#fff7ed",
    validDays: 120,
    lessons: 12,
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
    lessons: 16,
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
    lessons: 10,
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
    lessons: 10,
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
    lessons: 8,
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
    lessons: 6,
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
    lessons: 10,
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
    lessons: 12,
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
    lessons: 8,
    inactive: true,
    description: "下學期重新開班，暫停報名。",
  },
];

/** A product's retailer ID at the organisation and in its Facebook catalogue, by position. */
export function retailerIdAt(index: number): string {
  return `CG-${String(index + 1).padStart(3, "0")}`;
}

/** The page that sells a product. */
export function productPageOf({ scene }: Pick<DemoProduct, "scene">): string {
  return `https://chenguang.homeroom.test/courses/${scene}`;
}
