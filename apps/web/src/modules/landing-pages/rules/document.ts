import {
  emptySection,
  fieldsOfSection,
  type Section,
  type SectionType,
  wordControls,
} from "@homeroom/contract/page-design/sections";

/** The sections of a page with the undo and redo history. */
export interface History {
  past: readonly Section[][];
  present: Section[];
  future: readonly Section[][];
  /** The subject and time of the last change: continued typing in one field is one step. */
  about: string | null;
  at: number;
}

const maxSteps = 100;
const sameStepMs = 1500;

export function startHistory(sections: Section[]): History {
  return { past: [], present: sections, future: [], about: null, at: 0 };
}

/** Records a change of the sections; `about` names the edited field, whose consecutive changes are one step. */
export function step(
  history: History,
  sections: Section[],
  { about, now }: { about: string | null; now: number },
): History {
  if (sections === history.present) return history;
  const goesOn = about !== null && about === history.about && now - history.at < sameStepMs;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present: sections, future: [], about, at: now };
}

export function undo(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (!before) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], about: null, at: 0 };
}

export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (!next) return history;
  return { past: [...past, present], present: next, future: rest, about: null, at: 0 };
}

/** Adds a section of a kind behind another one, or at the end. */
export function withSection(
  sections: Section[],
  { type, id, afterId }: { type: SectionType; id: string; afterId: string | null },
): Section[] {
  const place = sections.findIndex((section) => section.id === afterId);
  return sections.toSpliced(place === -1 ? sections.length : place + 1, 0, emptySection(type, id));
}

/** Adds a copy of a section behind it. */
export function withCopy(sections: Section[], { id, copyId }: { id: string; copyId: string }): Section[] {
  const place = sections.findIndex((section) => section.id === id);
  const section = sections[place];
  return section ? sections.toSpliced(place + 1, 0, { ...section, id: copyId }) : sections;
}

export function withoutSection(sections: Section[], id: string): Section[] {
  return sections.filter((section) => section.id !== id);
}

/** Moves a section; returns the same list if nothing changes. */
export function moveSection(sections: Section[], { id, to }: { id: string; to: number }): Section[] {
  return moveTo(
    sections,
    sections.findIndex((section) => section.id === id),
    to,
  );
}

/** Moves an item of a list; returns the same list if nothing changes. */
export function moveTo<Thing>(list: Thing[], from: number, to: number): Thing[] {
  const place = Math.max(0, Math.min(list.length - 1, to));
  const moved = list[from];
  if (moved === undefined || place === from) return list;
  return list.toSpliced(from, 1).toSpliced(place, 0, moved);
}

/** Sets a field of a section by its path, such as `title` or `items.2.name`; returns the same list if nothing changes. */
export function withField(
  sections: Section[],
  { id, path, value }: { id: string; path: string; value: unknown },
): Section[] {
  const place = sections.findIndex((section) => section.id === id);
  const section = sections[place];
  if (!section) return sections;
  const changed = setAt(section, path.split("."), value);
  return changed === section ? sections : sections.with(place, changed as Section);
}

function setAt(holder: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(holder)) {
    const list: unknown[] = holder;
    const index = Number(key);
    const next = setAt(list[index], rest, value);
    return next === list[index] ? list : list.with(index, next);
  }
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return holder;
  const held: unknown = (holder as Record<string, unknown>)[key];
  const next = setAt(held, rest, value);
  return next === held ? holder : { ...holder, [key]: next };
}

/** The name of a section in the list: its title, or any other text in it. */
export function wordsOf(section: Section): string {
  const fields: Readonly<Record<string, unknown>> = { ...section };
  const words = fieldsOfSection(section.type).filter(({ control }) => wordControls.includes(control));
  const written = words.map(({ key }) => fields[key]);
  return written.find((value): value is string => typeof value === "string" && value !== "") ?? "";
}

/** A text, cut to the length of its field. */
export function fitting(section: Section, path: string, value: string): string {
  const keys = path.split(".");
  const field = fieldsOfSection(section.type).find(({ key }) => key === keys[0]);
  const inner = field?.itemFields.find(({ key }) => key === keys.at(-1)) ?? field;
  return value.slice(0, inner?.max ?? value.length);
}
