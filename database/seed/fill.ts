import type { Child, Region } from "./names.ts";
import type { Random } from "./random.ts";
import type { Stage, Talk } from "./talk/talk.ts";

/** The subject of a conversation or a note, the same throughout. */
export type Topic = Readonly<
  Record<"course" | "grade" | "day" | "otherDay" | "time" | "price" | "n" | "digits", string>
> &
  Readonly<Record<"sales" | "child" | "sibling" | "they", string>>;

export function newTopic(
  random: Random,
  talk: Talk,
  about: { region: Region; child: Child; grade: string; sales: string },
): Topic {
  const [slot, otherSlot] = random.sample(talk.slots, 2);
  return {
    course: random.pick(talk.courses[stageOf(about.grade)]),
    grade: about.grade,
    sales: about.sales,
    day: slot?.[0] ?? "",
    time: slot?.[1] ?? "",
    otherDay: otherSlot?.[0] ?? "",
    price: random.pick(talk.prices),
    n: String(random.between(1, 4)),
    digits: String(random.between(10_000, 99_999)),
    ...words[about.region][about.child.gender],
  };
}

/** How parents of a region refer to a boy and a girl. */
const words: Record<Region, Record<Child["gender"], Record<"child" | "sibling" | "they", string>>> = {
  taiwan: { 1: { child: "兒子", sibling: "弟弟", they: "他" }, 2: { child: "女兒", sibling: "妹妹", they: "她" } },
  hongKong: { 1: { child: "仔", sibling: "囝囝", they: "佢" }, 2: { child: "女", sibling: "囡囡", they: "佢" } },
};

export function fill(text: string, topic: Topic): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in topic ? topic[name as keyof Topic] : place));
}

/** The approximate age in that grade. */
export function ageOf(grade: string): number {
  const place = gradesInOrder.findIndex((names) => names.includes(grade));
  return 4 + Math.max(place, 0);
}

function stageOf(grade: string): Stage {
  const age = ageOf(grade);
  if (age < 6) return "small";
  return age < 12 ? "primary" : "middle";
}

const gradesInOrder: readonly (readonly string[])[] = [
  ["幼兒園中班", "K2"],
  ["幼兒園大班", "K3"],
  ["小一"],
  ["小二"],
  ["小三"],
  ["小四"],
  ["小五"],
  ["小六"],
  ["國一", "中一"],
  ["國二", "中二"],
  ["國三", "中三"],
];

/** Gives a child a unique address that reaches nobody: an e-mail belongs to one lead. */
export type NewEmail = (child: Child) => string;

export function createEmails(random: Random): NewEmail {
  const given = new Set<string>();
  const draw = (child: Child) => {
    const names = [child.english, child.latin].map((name) => name.toLowerCase());
    return `${names.join(random.pick([".", "_", ""]))}${random.between(10, 9999)}@example.com`;
  };
  return (child) => {
    let email = draw(child);
    while (given.has(email)) email = draw(child);
    given.add(email);
    return email;
  };
}
