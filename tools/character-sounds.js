// Writes database/character-sounds.txt: how each Chinese character of a name may be read, for searches by sound. A line is
// "曾 ceng,zeng cang,zang": pinyin, then jyutping, without tones. Rare readings are left out. When the file has changed, a
// new migration has to fill the table character_sound again. The palette of the web app gets the characters of its titles.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinyin } from "pinyin-pro";
import { getJyutpingCandidates } from "to-jyutping";

const maxReadings = 3;
const plain = { toneType: "none", type: "array", v: true };

/** As people type it: lü is lv on a Chinese keyboard and lyu in a passport of Taiwan. */
const typed = (sound) => (/^[ln]v/.test(sound) ? [sound, sound.replace("v", "yu")] : [sound]);

function pinyinOf(character) {
  const usual = pinyin(character, { ...plain, multiple: true }).slice(0, maxReadings);
  const asSurname = pinyin(character, { ...plain, mode: "surname", surname: "head" });
  return [...new Set([...usual, ...asSurname])].filter((sound) => /^[a-z]+$/.test(sound)).flatMap(typed);
}

function jyutpingOf(character) {
  const [[, candidates]] = getJyutpingCandidates(character);
  const sounds = candidates.slice(0, maxReadings + 1).map((one) => one.replace(/\d/g, ""));
  return [...new Set(sounds)].slice(0, maxReadings);
}

const lines = [];
const readings = new Map();
for (let code = 0x4e00; code <= 0x9fff; code++) {
  const character = String.fromCodePoint(code);
  const [mandarin, cantonese] = [pinyinOf(character), jyutpingOf(character)];
  if (mandarin.length + cantonese.length === 0) continue;
  lines.push(`${character} ${mandarin.join()} ${cantonese.join()}`);
  readings.set(character, `${mandarin.join()}|${cantonese.join()}`);
}
writeFileSync(join(import.meta.dirname, "../database/character-sounds.txt"), `${lines.join("\n")}\n`);

const web = join(import.meta.dirname, "../apps/web/src");
const titles = ["zh-tw", "zh-cn"].flatMap((language) => {
  const read = (name) => JSON.parse(readFileSync(join(web, `platform/i18n/${language}/${name}.json`), "utf8"));
  return [read("route"), read("shell").palette.actions];
});
const characters = new Set(JSON.stringify(titles).match(/\p{Script=Han}/gu));
const known = [...characters].sort().map((one) => [one, readings.get(one)]);
const file = join(web, "app/shell/command-palette/title-sounds.json");
writeFileSync(file, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
