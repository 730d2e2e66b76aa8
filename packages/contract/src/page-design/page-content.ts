import type { FileId } from "../ids.ts";
import type { Language } from "../language.ts";
import type { Section } from "./sections.ts";
import type { ThemeName } from "./themes.ts";

export interface ShownPicture {
  url: string;
  width: number;
  height: number;
  /** In which widths it was drawn: each is at the address of the picture, a slash and the width. */
  widths?: readonly number[];
}

/** All that decides what visitors see. */
export interface PageContent {
  name: string;
  theme: ThemeName;
  language: Language;
  sections: readonly Section[];
  /** What a press of a button opens; `form` goes to the page's own form. */
  buttonAction: "whatsapp" | "line" | "form" | "url";
  title: string;
  description: string;
  /** What a visitor agrees to by sending the form; empty: nothing is said. */
  consentText: string;
}

/** Where a page stands and what it loads. */
export interface PageSurroundings {
  /** The page's whole address; empty in the editor. */
  url: string;
  /** The path that presses and forms are sent below; empty in the editor, where nothing can be pressed or sent. */
  path: string;
  /** The number of the version that is published; presses and forms say which one a visitor saw. */
  version: number;
  pictures: ReadonlyMap<FileId, ShownPicture>;
  /** The address of the script of pages; empty: none. */
  script: string;
  sharePicture: ShownPicture | null;
  icon: ShownPicture | null;
  /** Put into the published page as it is. */
  trackingCode: string;
  /** Marks what can be edited in place. */
  editing: boolean;
}
