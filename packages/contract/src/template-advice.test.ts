import { describe, expect, it } from "vitest";
import type { TemplateContent } from "./message-templates.ts";
import { adviceOn, filledIn, variablesIn } from "./template-advice.ts";

const good: TemplateContent = {
  type: "none",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "您好 {{1}}，您報名的試聽課時間是 {{2}}，請準時到場。",
  variables: [
    { sample: "陳太", source: "none" },
    { sample: "19:00", source: "none" },
  ],
  footer: "",
  buttons: [],
};
const button = { type: "shortcut" as const, text: "好", url: "", urlSample: "", phone: "" };
const link = { ...button, type: "link" as const, text: "看", url: "https://school.tw/map" };
const call = { ...button, type: "call" as const, text: "打電話", phone: "+886 2 2345 6789" };
const picture = "0199a000-0000-7000-8000-00000000000a" as NonNullable<TemplateContent["headerImage"]>;

const advice = (change: Partial<TemplateContent>) => adviceOn({ ...good, ...change }).map(({ key }) => key);

describe("common reasons of rejection", () => {
  it("are not found in a good template", () => {
    expect(advice({})).toEqual([]);
    expect(
      advice({ type: "text", header: "提醒 {{1}}", headerSample: "試聽課", buttons: [button, link, call] }),
    ).toEqual([]);
    expect(advice({ type: "image", headerImage: picture })).toEqual([]);
  });

  it.each<[string, Partial<TemplateContent>, string]>([
    ["no header text", { type: "text" }, "headerEmpty"],
    ["two variables in the header", { type: "text", header: "{{1}} 與 {{2}}", headerSample: "a" }, "headerVariable"],
    ["no example for the header", { type: "text", header: "提醒 {{1}}" }, "headerSample"],
    ["a picture sign in the header", { type: "text", header: "開學囉 🎉" }, "formatInHeader"],
    ["no picture", { type: "image" }, "pictureMissing"],
    ["a number left out", { body: "您好 {{2}}，試聽課時間是 {{3}}，請準時到場好嗎。" }, "numbering"],
    ["no example", { variables: [] }, "sampleMissing"],
    ["a variable at the end", { body: "您好，您報名的試聽課時間是 {{1}}" }, "variableAtEdge"],
    ["a variable at the beginning", { body: "{{1}} 您好，您報名的試聽課快到了。" }, "variableAtEdge"],
    ["two variables side by side", { body: "您好，您報名的試聽課時間是 {{1}} {{2}}，請準時到場。" }, "variablesTouch"],
    ["more variables than words", { body: "您好 {{1}}，{{2}}。" }, "tooManyVariables"],
    ["a brace too few", { body: "您好 {{1}，請準時到場。" }, "brokenBraces"],
    ["many empty lines", { body: "您好 {{1}}，請看下面。\n\n\n試聽課時間是 {{2}}，謝謝。" }, "manyLineBreaks"],
    ["a shortened address", { body: "請看 https://bit.ly/3abc 的課程介紹。" }, "linkShortener"],
    ["shouting", { body: "最後三天！！快來報名我們的課程。" }, "shouting"],
    ["a variable in the footer", { footer: "{{1}} 敬上" }, "footerVariable"],
    ["an address that is not secure", { buttons: [{ ...link, url: "http://school.tw" }] }, "linkInvalid"],
    ["no address", { buttons: [{ ...link, url: "" }] }, "linkInvalid"],
    ["a variable within an address", { buttons: [{ ...link, url: "https://a.tw/{{1}}/b" }] }, "linkVariable"],
    ["no example of an address", { buttons: [{ ...link, url: "https://a.tw/{{1}}" }] }, "linkSample"],
    [
      "an example of another address",
      { buttons: [{ ...link, url: "https://a.tw/{{1}}", urlSample: "https://b.tw/1" }] },
      "linkSample",
    ],
    ["an address at WhatsApp", { buttons: [{ ...link, url: "https://wa.me/886912345678" }] }, "linkOfWhatsapp"],
    ["a number without its area code", { buttons: [{ ...call, phone: "0912345678" }] }, "phoneInvalid"],
    ["shortcuts on both sides of a link", { buttons: [button, link, { ...button, text: "不好" }] }, "buttonsMixed"],
    ["two calls", { buttons: [call, { ...call, text: "再打" }] }, "buttonsOfKind"],
    ["the same words twice", { buttons: [button, { ...button }] }, "buttonTwice"],
  ])("%s", (_what, change, key) => expect(advice(change)).toContain(key));

  it("are shown with their field, certain refusals first", () => {
    const found = adviceOn({ ...good, body: "最後三天！！時間是 {{1}}，請準時到場報名。", variables: [] });
    expect(found).toMatchObject([
      { key: "sampleMissing", level: "must", field: "variables.0.sample" },
      { key: "shouting", level: "should", field: "body" },
    ]);
    expect(adviceOn({ ...good, buttons: [button, { ...link, url: "x" }] })).toMatchObject([
      { key: "linkInvalid", field: "buttons.1.url" },
    ]);
  });
});

describe("variables", () => {
  it("are counted once, in order, with any spacing", () => {
    expect(variablesIn("{{2}} {{ 1 }} {{2}} {{x}} {3}")).toEqual([1, 2]);
  });

  it("are filled in literally, and stay if there is no value", () => {
    expect(filledIn("{{1}}、{{ 2 }}、{{3}}", { 1: "$&", 2: "{{3}}", 3: "" })).toBe("$&、{{3}}、{{3}}");
  });
});
