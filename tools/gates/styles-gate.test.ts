import { expect, test } from "vitest";
import { stylesGate } from "./styles-gate.ts";
import { told } from "./tree-for-tests.ts";

const folder = "apps/web/src/modules/leads/components";
const css = "/* .old */\n.card {\n  padding: 1.5px;\n}\n\n.card:hover .title {\n  color: red;\n}\n";

const component = (body: string): string => `import styles from "./card.module.css";\nexport const card = ${body};\n`;

test("styles: a class that no component uses is reported", async () => {
  const files = { [`${folder}/card.module.css`]: css, [`${folder}/card.tsx`]: component("styles.card") };
  expect(await told(stylesGate, files)).toEqual([`${folder}/card.module.css: no component uses .title`]);
});

test("styles: every class of a file that nothing imports is reported", async () => {
  expect(await told(stylesGate, { [`${folder}/card.module.css`]: css })).toHaveLength(2);
});

test.each(['[styles.card, styles["title"]]', "(tone: string) => styles[tone]"])(
  "styles: %s uses both",
  async (body) => {
    const files = { [`${folder}/card.module.css`]: css, [`${folder}/card.tsx`]: component(body) };
    expect(await told(stylesGate, files)).toEqual([]);
  },
);

test("styles: a class that a component reads and no file defines is reported where it is read", async () => {
  const files = {
    [`${folder}/card.module.css`]: css,
    [`${folder}/card.tsx`]: component("[styles.card, styles.title, styles.lost]"),
  };
  expect(await told(stylesGate, files)).toEqual([`${folder}/card.tsx: ${folder}/card.module.css has no class .lost`]);
});

test("styles: words of the shared layout count as its classes, and words that it lacks are reported", async () => {
  const files = {
    "apps/web/src/ui/layout.module.css": ".row {\n  display: flex;\n}\n",
    [`${folder}/card.tsx`]: 'import { laid } from "#ui/laid.ts";\nexport const card = laid("row lost");\n',
  };
  expect(await told(stylesGate, files)).toEqual([
    `${folder}/card.tsx: apps/web/src/ui/layout.module.css has no class .lost`,
  ]);
});
