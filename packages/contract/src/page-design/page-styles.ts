import { type Theme, type ThemeName, themes } from "./themes.ts";

const letters: Readonly<Record<Theme["letters"], string>> = {
  sans: '"PingFang TC","PingFang SC","Noto Sans TC","Noto Sans SC","Microsoft JhengHei",system-ui,sans-serif',
  serif: '"Songti TC","Songti SC","Noto Serif TC","Noto Serif SC",Georgia,"PMingLiU",serif',
  round: '"Hiragino Maru Gothic ProN","Yuanti TC","Yuanti SC","Noto Sans TC",ui-rounded,system-ui,sans-serif',
};

/**
 * The styles of a page in a design: one style sheet inside the page, so that its first paint waits for nothing. `editing`:
 * every section is laid out at once, since the editor measures it.
 */
export function pageStyles(theme: Theme, { editing }: { editing: boolean }): string {
  const { paper, soft, ink, quiet, accent, accentInk, radius } = theme;
  const tokens = `:root{--paper:${paper};--soft:${soft};--ink:${ink};--quiet:${quiet};--accent:${accent};--accent-ink:${accentInk};--round:${radius}px;--letters:${letters[theme.letters]}}`;
  return tokens + common + heroes[theme.hero] + (editing ? "" : later);
}

/** Sections further down are laid out when they come near: laying out Chinese is most of what a phone does at first. */
const later = "section:nth-of-type(n+3){content-visibility:auto;contain-intrinsic-size:auto 520px}";

const common = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.7 var(--letters);overflow-wrap:anywhere}
section{padding:56px 20px}
section:nth-of-type(even){background:var(--soft)}
.in{max-width:1040px;margin:0 auto}
.slim{max-width:720px}
h1{font-size:clamp(30px,5.4vw,52px);line-height:1.2;margin:0 0 16px}
h2{font-size:clamp(24px,3.4vw,34px);line-height:1.3;margin:0 0 24px}
h3{font-size:19px;line-height:1.4;margin:0 0 4px}
p,ul{margin:0 0 14px}
ul{padding-left:1.3em}
a{color:var(--accent-ink)}
img{max-width:100%;height:auto;display:block;border-radius:var(--round)}
.lead{font-size:clamp(18px,2.2vw,21px);color:var(--quiet);white-space:pre-line}
.quiet{color:var(--quiet)}
.press{display:inline-block;min-width:160px;padding:14px 30px;border:0;border-radius:calc(var(--round) + 4px);background:var(--accent);color:#fff;font:600 18px/1.4 var(--letters);text-align:center;text-decoration:none;cursor:pointer}
.press:hover{filter:brightness(.93)}
.press:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--accent-ink);outline-offset:3px}
.centre{text-align:center}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:20px;margin:0;padding:0;list-style:none}
.card{background:var(--paper);border:1px solid color-mix(in srgb,var(--ink) 12%,transparent);border-radius:var(--round);padding:20px}
section:nth-of-type(odd) .card{background:var(--soft)}
.card img{aspect-ratio:4/3;object-fit:cover;width:100%;margin-bottom:14px}
.card p:last-child{margin:0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,220px),1fr));gap:12px}
.grid img{aspect-ratio:4/3;object-fit:cover;width:100%}
figure{margin:0}
figcaption{margin-top:10px;color:var(--quiet);font-size:15px}
.price{font-size:clamp(30px,5vw,44px);font-weight:700;line-height:1.2;color:var(--accent-ink);font-variant-numeric:tabular-nums}
.usual{color:var(--quiet);text-decoration:line-through;margin-left:12px;font-size:18px}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
td{padding:14px 12px 14px 0;border-bottom:1px solid color-mix(in srgb,var(--ink) 14%,transparent);vertical-align:top}
td.end{text-align:right;font-weight:600;white-space:nowrap;padding-right:0}
@media(max-width:560px){.stack tr{display:block;padding:12px 0;border-bottom:1px solid color-mix(in srgb,var(--ink) 14%,transparent)}.stack td{display:block;border:0;padding:0}}
details{border-bottom:1px solid color-mix(in srgb,var(--ink) 14%,transparent);padding:16px 0}
summary{cursor:pointer;font-weight:600}
details p:first-of-type{margin-top:10px}
blockquote{margin:0 0 12px}
.clock{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin:0;padding:0;list-style:none}
.clock li{min-width:84px;padding:14px 10px;border-radius:var(--round);background:var(--accent);color:#fff;text-align:center}
.clock b{display:block;font-size:30px;line-height:1.2;font-variant-numeric:tabular-nums}
form{display:grid;gap:16px}
label{display:grid;gap:6px;font-weight:600}
input,textarea{width:100%;padding:12px 14px;border:1px solid var(--quiet);border-radius:calc(var(--round)/2);background:#fff;color:#16181d;font:17px/1.5 var(--letters)}
textarea{min-height:110px}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.note{margin:0;font-size:15px;color:var(--quiet);font-weight:400}
.problem{margin:0;color:#b3261e;background:#fff;padding:10px 14px;border-radius:8px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px}
@media(max-width:560px){section{padding:44px 16px}.two{grid-template-columns:1fr}.press{width:100%}}
`;

const heroes: Readonly<Record<Theme["hero"], string>> = {
  split: `.hero.solo .in{grid-template-columns:1fr}.hero:not(.solo) .in{display:grid;grid-template-columns:1.05fr 1fr;gap:40px;align-items:center}.hero img{aspect-ratio:5/4;object-fit:cover;width:100%}@media(max-width:820px){.hero:not(.solo) .in{grid-template-columns:1fr}}`,
  cover: `.hero.pic{position:relative;padding:0;min-height:min(78vh,620px);display:grid;background:#101318}.hero.pic img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;border-radius:0}.hero.pic .in{position:relative;align-self:end;width:100%;max-width:none;padding:96px 20px 48px;background:linear-gradient(transparent,rgb(8 10 14/.82) 42%);color:#fff}.hero.pic .lead{color:#f1f3f7}.hero.pic .in>*{max-width:1040px;margin-left:auto;margin-right:auto}`,
  centre: `.hero .in{text-align:center;max-width:820px}.hero img{aspect-ratio:16/9;object-fit:cover;width:100%;margin-top:36px}`,
};

/** The rules of a first section without a picture. */
export function groundStyles(name: ThemeName): string {
  const { accentInk } = themes[name];
  // A phone shows less than half of it: the part with content.
  const side = name === "academy" ? "xMid" : "xMax";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="${side}YMax slice" fill="${accentInk}" stroke="${accentInk}" stroke-width="0">${drawings[name]}</svg>`;
  const picture = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  return `.hero.solo{padding-bottom:${high + 10}px;background-image:${picture};background-position:bottom;background-size:100% ${high}px;background-repeat:no-repeat}@media(max-width:820px){.hero.solo{padding-bottom:140px;background-size:100% 130px}}`;
}

const wide = 1440;
const high = 200;

/** The drawing at the bottom of a first section without a picture, in the colours of the design. */
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
