import { open } from "node:fs/promises";
import type { tableEncodings } from "@homeroom/contract/imports";

/** The encodings in which our customers' spreadsheets write text tables. */
export type TableEncoding = (typeof tableEncodings)[number];

const sampleBytes = 256 * 1024;

/**
 * Detects the encoding of a text file from its bytes: a byte order mark, zeros in every second byte, valid UTF-8, and
 * otherwise Big5 or GB18030, depending on which gives the more common Chinese.
 */
export async function detectEncoding(path: string): Promise<TableEncoding> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return encodingOf(buffer.subarray(0, bytesRead), bytesRead < sampleBytes);
  } finally {
    await file.close();
  }
}

/** The same for bytes in memory; `whole`: nothing follows them. */
export function encodingOf(bytes: Uint8Array, whole = true): TableEncoding {
  const marked = markOf(bytes);
  if (marked) return marked;
  const wide = wideOf(bytes);
  if (wide) return wide;
  if (isUtf8(bytes, whole)) return "utf-8";
  const [big5, gb18030] = [likeness(bytes, "big5"), likeness(bytes, "gb18030")];
  return big5 >= gb18030 ? "big5" : "gb18030";
}

function markOf(bytes: Uint8Array): TableEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : null;
}

/** Text in UTF-16 without a mark has zeros: commas, line ends and digits are half zero. */
function wideOf(bytes: Uint8Array): TableEncoding | null {
  let [even, odd] = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, 4096); at += 1) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (even + odd < 2 || Math.min(even, odd) * 10 > Math.max(even, odd)) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

function isUtf8(bytes: Uint8Array, whole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

/** The share of a text that is common Chinese, minus the share that could not be decoded. */
function likeness(bytes: Uint8Array, encoding: "big5" | "gb18030"): number {
  const text = new TextDecoder(encoding).decode(bytes);
  let [foreign, common, unread] = [0, 0, 0];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) continue;
    foreign += 1;
    if (commonCharacters.has(character)) common += 1;
    else if (character === "\ufffd" || (code >= 0xe000 && code <= 0xf8ff)) unread += 1;
  }
  return foreign === 0 ? 0 : (common - 3 * unread) / foreign;
}

// Frequent characters, traditional and simplified, of names, addresses and headings of such tables.
const commonCharacters = new Set(
  `的一是不了在人有我他這这個们們中来來上大为為和国國地到以說说時时要就出會会可也你對对生能而子那得于着下自之年過过發发後后作里用道行所然家種种事成方多經经麼么去法學学如都同現现當当沒没動动面起看定天分還还進进好小部其些主樣样理心她本前開开但因只從从想實实
姓名電电話话郵邮箱件地址性別别男女生日期編编號号碼码職职位稱称學校校歷历備备註注聯联絡络緊紧急手機机暱昵英文部門门角色狀状態态員员工師师老教育程度簡简介入職
王李張张劉刘陳陈楊杨黃黄趙赵吳吴周徐孫孙馬马朱胡郭何林高羅罗鄭郑梁謝谢宋唐許许鄧邓韓韩馮冯曹彭曾蕭萧田董潘袁蔡蔣蒋余葉叶程蘇苏呂吕魏丁沈任姚盧卢傅鍾钟姜崔譚谭廖范汪陸陆金石戴賈贾夏韋韦侯江
明華华偉伟芳娜秀英敏靜静麗丽強强磊軍军洋勇艷艳傑杰濤涛超剛刚平輝辉玲桂美慧怡佳家志建國国文宏俊欣雅婷君玉珍淑惠雲云雪梅蘭兰香月鳳凤
路街道巷弄號号樓楼室區区市縣县省鎮镇鄉乡村里段層层座閣阁苑大廈厦廣广場场花園园新台臺灣湾北京上海香港九龍龙界南東东西中山`.replace(
    /\s/g,
    "",
  ),
);
