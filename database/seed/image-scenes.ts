/** A poster's background of plain shapes, without letters, so that no fonts are needed. `hue` in degrees. */
export function posterGround(hue: number, shape: "sun" | "hills" | "waves" | "stars" | "leaves", side = 1024): string {
  const colour = (lightness: number, turn = 0) => `hsl(${(hue + turn) % 360} 62% ${lightness}%)`;
  const inner = shapes[shape](colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${colour(88)}"/><stop offset="1" stop-color="${colour(72, 30)}"/>
    </linearGradient></defs>
    <rect width="100" height="100" fill="url(#sky)"/>${inner}</svg>`;
}

type Colour = (lightness: number, turn?: number) => string;

const shapes: Record<Parameters<typeof posterGround>[1], (colour: Colour) => string> = {
  sun: (colour) =>
    `<circle cx="68" cy="30" r="14" fill="${colour(94, 40)}"/>${hill(70, colour(55))}${hill(82, colour(42, 20))}`,
  hills: (colour) => `${hill(48, colour(66))}${hill(62, colour(52, 15))}${hill(78, colour(38, 30))}`,
  waves: (colour) =>
    [50, 62, 74, 86]
      .map(
        (y, index) =>
          `<path d="M0 ${y} q 12.5 -9 25 0 t 25 0 t 25 0 t 25 0 V100 H0Z" fill="${colour(68 - index * 9, index * 8)}"/>`,
      )
      .join(""),
  stars: (colour) =>
    [
      [20, 24, 5],
      [44, 14, 3],
      [72, 26, 6],
      [84, 52, 4],
      [30, 54, 4],
      [56, 44, 8],
    ]
      .map(([x = 0, y = 0, r = 1]) => star(x, y, r, colour(96, 50)))
      .join("") + hill(80, colour(40)),
  leaves: (colour) =>
    Array.from({ length: 14 }, (_, index) => {
      const [x, y] = [(index * 37) % 100, (index * 23) % 90];
      return `<ellipse cx="${x}" cy="${y}" rx="7" ry="3" fill="${colour(60 - (index % 3) * 8, index * 5)}" transform="rotate(${index * 40} ${x} ${y})"/>`;
    }).join(""),
};

const hill = (y: number, fill: string) =>
  `<path d="M0 ${y} Q25 ${y - 16} 50 ${y} T100 ${y - 4} V100 H0Z" fill="${fill}"/>`;

function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2;
    const far = index % 2 === 0 ? radius : radius * 0.45;
    return `${(x + Math.cos(angle) * far).toFixed(2)},${(y + Math.sin(angle) * far).toFixed(2)}`;
  });
  return `<polygon points="${points.join(" ")}" fill="${fill}"/>`;
}
