import type { Texts } from "@homeroom/contract/language";

type Form =
  | ("one" | "many" | "One" | "Many" | "oneName" | "manyName" | "one words" | "many words")
  | ("table" | "thing" | "path" | "tw" | "cn");

/** A noun in the forms for files, code and tables. */
export interface Names {
  /** The replacement of `<name>` in a template. */
  readonly forms: Readonly<Record<Form, string>>;
  readonly texts: { readonly one: Texts; readonly many: Texts };
}

/** The names of a list, from an English noun in kebab-case and its Chinese names. Throws for any other noun. */
export function namesOf(noun: string, chinese: { tw: string; cn: string }): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(noun)) throw new Error(`"${noun}" is no noun in kebab-case, such as study-room.`);
  const many = plural(noun);
  const words = (name: string) => name.replaceAll("-", " ");
  const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const pascal = (name: string) => camel(`-${name}`);
  return {
    forms: {
      one: noun,
      many,
      One: pascal(noun),
      Many: pascal(many),
      oneName: camel(noun),
      manyName: camel(many),
      "one words": words(noun),
      "many words": words(many),
      table: noun.replaceAll("-", "_"),
      thing: `org:${camel(noun).toLowerCase()}`,
      path: `/organization/${camel(noun).toLowerCase()}`,
      tw: chinese.tw,
      cn: chinese.cn,
    },
    texts: {
      one: { "zh-tw": chinese.tw, "zh-cn": chinese.cn, en: words(noun) },
      many: { "zh-tw": chinese.tw, "zh-cn": chinese.cn, en: capital(words(many)) },
    },
  };
}

function plural(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The word with a capital first letter. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A template with its names filled in; any other `<...>` stays. */
export function fill(template: string, forms: Readonly<Record<string, string>>): string {
  return template.replace(/<([\w ]+)>/g, (whole, name: string) => forms[name] ?? whole);
}
