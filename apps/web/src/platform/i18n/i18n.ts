import { declaredTexts } from "@homeroom/contract/features";
import { type Language, languages } from "@homeroom/contract/language";
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { preferences } from "../preferences.ts";

/** The tag that browsers, screen readers and Intl understand, by interface language. */
const localeTag: Record<Language, string> = { "zh-tw": "zh-TW", "zh-cn": "zh-CN", en: "en" };

type TextFile = Record<string, unknown>;

/** Texts as modules while developing and in tests; in a build they are files (`build/texts-as-files.ts`). */
const modules = import.meta.env.DEV
  ? import.meta.glob<TextFile>("./*/*.json", { import: "default" })
  : ({} as Record<string, () => Promise<TextFile>>);

function loadFile(language: string, namespace: string): Promise<TextFile> {
  if (import.meta.env.DEV) {
    const load = modules[`./${language}/${namespace}.json`];
    return load ? load() : Promise.reject(new MissingTexts(`There are no texts ${language}/${namespace}.`));
  }
  return fetchFile(`${import.meta.env.TEXTS}/${language}/${namespace}.json`);
}

async function fetchFile(address: string): Promise<TextFile> {
  const answer = await fetch(address);
  if (!answer.ok) throw new MissingTexts(`${address} answered ${answer.status}.`);
  return (await answer.json()) as TextFile;
}

/** A file's texts merged with those that features declare; a group such as `fields` gets both. */
function withDeclared(texts: TextFile, language: Language, namespace: string): TextFile {
  const declared = Object.entries(declaredTexts(namespace, language));
  const merged = declared.map(([key, text]) => {
    const own = texts[key];
    return [key, typeof own === "object" && typeof text === "object" ? { ...text, ...own } : text] as const;
  });
  return { ...texts, ...Object.fromEntries(merged) };
}

/** A retry would not help: a key of an unknown namespace is shown as it is. */
class MissingTexts extends Error {}

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    loadFile(language, namespace).then(
      (texts) => done(null, withDeclared(texts, language as Language, namespace)),
      (reason: Error) => done(reason, !(reason instanceof MissingTexts)),
    );
  },
};

/** Starts the texts in the preferred language with some namespaces loaded; further ones load on demand. */
export async function startTexts(namespaces: string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: preferences.get().language,
      fallbackLng: false,
      supportedLngs: [...languages],
      lowerCaseLng: true,
      load: "currentOnly",
      ns: namespaces,
      defaultNS: false,
      nsSeparator: ":",
      keySeparator: ".",
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
  markPage();
  preferences.subscribe(followPreference);
}

/** Loads the texts of a view before it renders, so that nothing flickers. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

/** The current language. */
export function shownLanguage(): Language {
  return preferences.get().language;
}

function followPreference(): void {
  const { language } = preferences.get();
  if (language === i18next.language) return;
  void i18next.changeLanguage(language).then(markPage);
}

function markPage(): void {
  document.documentElement.lang = localeTag[preferences.get().language];
}
