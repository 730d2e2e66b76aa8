import type { Random } from "./random.ts";

export type Region = "taiwan" | "hongKong";

export interface Child {
  surname: string;
  given: string;
  /** The surname in Latin letters, as it is written in the region. */
  latin: string;
  english: string;
  /** 1 boy, 2 girl */
  gender: 1 | 2;
}

const surnames: Record<Region, readonly (readonly [string, string])[]> = {
  taiwan: [
    ...([
      "陳 Chen",
      "林 Lin",
      "黃 Huang",
      "張 Chang",
      "李 Lee",
      "王 Wang",
      "吳 Wu",
      "劉 Liu",
      "蔡 Tsai",
      "楊 Yang",
    ] as const),
    ...(["許 Hsu", "鄭 Cheng", "謝 Hsieh", "郭 Kuo", "洪 Hung", "邱 Chiu", "曾 Tseng", "廖 Liao", "賴 Lai"] as const),
    ...([
      "周 Chou",
      "蘇 Su",
      "葉 Yeh",
      "莊 Chuang",
      "呂 Lu",
      "江 Chiang",
      "何 Ho",
      "蕭 Hsiao",
      "羅 Lo",
      "高 Kao",
    ] as const),
  ].map(split),
  hongKong: [
    ...(["陳 Chan", "黃 Wong", "李 Lee", "梁 Leung", "林 Lam", "張 Cheung", "吳 Ng", "王 Wong", "劉 Lau"] as const),
    ...([
      "鄧 Tang",
      "何 Ho",
      "郭 Kwok",
      "羅 Law",
      "鄭 Cheng",
      "馮 Fung",
      "葉 Yip",
      "麥 Mak",
      "譚 Tam",
      "曾 Tsang",
    ] as const),
    ...(["蘇 So", "楊 Yeung", "謝 Tse", "關 Kwan", "鍾 Chung"] as const),
  ].map(split),
};

const given: Record<Region, Record<1 | 2, readonly string[]>> = {
  taiwan: {
    1: "宥廷 承恩 柏翰 宇恩 冠廷 恩碩 睿恩 宸睿 彥廷 承翰 品睿 威廷 哲瑋 家齊 奕辰 楷恩 丞佑 書豪 子睿 以諾 廷宇 昱翔 柏宇 皓宇 竣翔 睿哲 仲軒 立恆".split(
      " ",
    ),
    2: "品妍 子晴 詠晴 禹彤 語彤 沛蓁 芯語 可馨 苡晴 采潔 昕妤 書瑜 羽彤 子芸 思妤 心妍 若晴 語安 沐恩 亮妤 宥蓁 巧安 詩涵 予晴 芊妤 佳穎 郁婷 庭瑄".split(
      " ",
    ),
  },
  hongKong: {
    1: "柏希 焯楠 浩然 皓軒 子朗 俊熙 梓軒 諾謙 思行 家樂 卓謙 朗晞 天佑 承軒 樂行 日朗 俊彥 子謙 晉熙 頌恩 柏朗 凱晴".split(
      " ",
    ),
    2: "梓晴 心悠 卓蕎 樂瑤 芷晴 穎彤 曉晴 凱琳 詩婷 泳希 芷瑤 梓瑜 樂晴 心怡 綽盈 希彤 雅文 靖桐 愷晴 子悠 紫晴 晞彤".split(
      " ",
    ),
  },
};

const english: Record<1 | 2, readonly string[]> = {
  1: "Jayden Ethan Lucas Ryan Aiden Marcus Jasper Kayden Leo Oscar Nathan Felix Hugo Anson Ivan Darren Kelvin Toby".split(
    " ",
  ),
  2: "Chloe Hailey Emma Sophie Kaylee Mia Ruby Alice Charlotte Yuki Vivian Zoe Queenie Abby Nicole Jasmine Elsa Cherry".split(
    " ",
  ),
};

const parentsGiven =
  "怡君 淑芬 雅婷 志豪 俊傑 美玲 建宏 家豪 佳蓉 慧玲 嘉欣 詠詩 志明 偉文 秀英 麗華 宗翰 雅雯 文傑 佩珊 靜宜 惠雯 國華 明哲 詩敏 婉婷 曉雯 振宇 欣怡 玉珍".split(
    " ",
  );

export const schools: Record<Region, readonly string[]> = {
  taiwan:
    "大安國小 新生國小 仁愛國小 龍安國小 金華國小 古亭國小 建安國小 幸安國小 敦化國小 光復國小 金華國中 大安國中 仁愛國中 敦化國中 龍門國中".split(
      " ",
    ),
  hongKong:
    "沙田官立小學 馬鞍山靈糧小學 沙田圍胡素貞博士紀念學校 沙田循道衞理小學 聖公會主風小學 吳氏宗親總會泰伯紀念學校 培基小學 沙田官立中學 沙田培英中學 聖公會曾肇添中學".split(
      " ",
    ),
};

export const grades: Record<Region, readonly string[]> = {
  taiwan: "幼兒園中班 幼兒園大班 小一 小二 小三 小四 小五 小六 國一 國二 國三".split(" "),
  hongKong: "K2 K3 小一 小二 小三 小四 小五 小六 中一 中二 中三".split(" "),
};

export const streets: Record<Region, readonly string[]> = {
  taiwan:
    "台北市大安區和平東路二段 台北市大安區信義路四段 台北市中正區羅斯福路二段 台北市大安區復興南路一段 台北市信義區基隆路一段 台北市大安區新生南路三段".split(
      " ",
    ),
  hongKong: "沙田正街 沙田大圍車公廟路 馬鞍山鞍祿街 火炭樂景街 沙田源禾路 大圍積富街 石門安群街 沙田小瀝源路".split(
    " ",
  ),
};

export function newChild(random: Random, region: Region): Child {
  const [surname, latin] = random.pick(surnames[region]);
  const gender = random.chance(0.5) ? 1 : 2;
  return { surname, latin, gender, given: random.pick(given[region][gender]), english: random.pick(english[gender]) };
}

/** A parent's name; half of them share the child's surname. */
export function newParent(random: Random, region: Region, child: Child): string {
  const surname = random.chance(0.5) ? child.surname : (random.pick(surnames[region])[0] ?? "");
  return surname + random.pick(parentsGiven);
}

/** A person's name in a messenger. */
export function newProfileName(random: Random, child: Child, parent: string): string {
  const mother = `${child.given}${random.pick(["媽媽", "媽咪", "爸爸", "媽"])}`;
  return random.pick([
    parent,
    parent,
    mother,
    `${child.english} Mom`,
    `${child.english} ${child.latin}`,
    parent.slice(1),
  ]);
}

function split(pair: string): readonly [string, string] {
  const [surname = "", latin = ""] = pair.split(" ");
  return [surname, latin];
}
