import { type ThemeName, themes } from "./themes.ts";

const wide = 1440;
const high = 200;

/** What stands at the foot of a page's first section as long as it has no picture, drawn in the colours of the design. */
const drawings: Readonly<Record<ThemeName, string>> = {
  daylight: `<circle cx="1130" cy="128" r="74" opacity=".22"/>${hills()}`,
  camp: `<circle cx="1180" cy="62" r="40" opacity=".2"/>${hills()}<path d="M300 168l58-92 58 92z" opacity=".5"/><path d="M340 168l18-46 18 46z" opacity=".5"/><path d="M940 176l46-74 46 74z" opacity=".4"/>`,
  studio: `<g fill="none" stroke-width="26" stroke-linecap="round"><path d="M-20 150C220 60 430 230 700 130S1190 70 1460 150" opacity=".22"/><path d="M120 190C360 120 560 210 860 176S1260 150 1400 190" opacity=".36"/></g><circle cx="1120" cy="56" r="22" opacity=".3"/><circle cx="1186" cy="72" r="14" opacity=".5"/>`,
  recital: `<g fill="none" stroke-width="2" opacity=".5">${[0, 1, 2, 3, 4].map((line) => `<path d="M0 ${100 + line * 18}C360 ${60 + line * 18} 720 ${150 + line * 18} 1440 ${86 + line * 18}"/>`).join("")}</g>${note(260, 128)}${note(640, 150)}${note(1080, 132)}`,
  playground: `<g fill="none" stroke-width="20"><path d="M1000 200a150 150 0 01300 0" opacity=".2"/><path d="M1030 200a120 120 0 01240 0" opacity=".34"/><path d="M1060 200a90 90 0 01180 0" opacity=".5"/></g><circle cx="200" cy="160" r="40" opacity=".3"/><circle cx="300" cy="176" r="24" opacity=".5"/><rect x="420" y="140" width="60" height="60" rx="10" opacity=".22"/><path d="M540 200l40-70 40 70z" opacity=".36"/>`,
  academy: [70, 110, 90, 130, 80, 120, 100]
    .map(
      (tall, index) =>
        `<rect x="${470 + index * 72}" y="${high - tall}" width="60" height="${tall}" rx="3" opacity=".${index % 2 === 0 ? 4 : 24}"/>`,
    )
    .join(""),
  sprint: `<g fill="none" stroke-width="3" opacity=".45">${[0, 1, 2, 3, 4].map((lane) => `<path d="M${-80 + lane * 40} 210C${300 + lane * 30} ${150 - lane * 14} ${900 + lane * 30} ${190 - lane * 22} 1520 ${60 + lane * 22}"/>`).join("")}</g><circle cx="1190" cy="86" r="17" opacity=".8"/>`,
  harbour: `<path d="M980 132V40l78 92zM966 132V62l-48 70z" opacity=".45"/><path d="M900 140h180l-30 32H934z" opacity=".6"/>${hills()}`,
};

function hills(): string {
  return `<path d="M0 120C240 60 420 176 720 116S1200 66 1440 128V200H0Z" opacity=".14"/><path d="M0 164C300 112 560 204 860 156S1260 132 1440 172V200H0Z" opacity=".24"/>`;
}

function note(x: number, y: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="15" ry="11"/><rect x="${x + 11}" y="${y - 66}" width="4" height="66"/>`;
}

/** The rules of a first section without a picture. */
export function groundStyles(name: ThemeName): string {
  const { accentInk } = themes[name];
  // A phone shows less than half of it: the part with something in it.
  const side = name === "academy" ? "xMid" : "xMax";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="${side}YMax slice" fill="${accentInk}" stroke="${accentInk}" stroke-width="0">${drawings[name]}</svg>`;
  const picture = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  return `.hero.solo{padding-bottom:${high + 10}px;background-image:${picture};background-position:bottom;background-size:100% ${high}px;background-repeat:no-repeat}@media(max-width:820px){.hero.solo{padding-bottom:140px;background-size:100% 130px}}`;
}
