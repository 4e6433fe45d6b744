/**
 * A picture for each collection. In place of a range like {200-260} each token has a number of its own, which the
 * collection's contract draws.
 */
const svg = (...shapes: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">${shapes.join('')}</svg>`;

const background = (fill: string) => `<rect width="320" height="320" fill="${fill}"/>`;
const circle = (x: string, y: string, radius: string, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
const box = (x: string, y: string, width: string, height: string, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}"/>`;

const star = circle('{20-300}', '{16-90}', '2', '#fff');
const pebble = circle('{30-290}', '{60-290}', '{8-38}', 'hsl({150-210} 55% {45-75}% / .75)');
const litWindow = (x: string) => box(x, '168', '42', '38', 'hsl({38-54} 95% {55-78}%)');

export const PICTURES = {
  'Night Trams': svg(
    background('hsl({225-255} 45% {12-20}%)'),
    star.repeat(5),
    circle('{40-280}', '{36-80}', '{12-22}', '#f4ecc8'),
    `<path d="M0 112H320M160 112V140" stroke="#8892a6" stroke-width="3"/>`,
    box('36', '140', '248', '112', 'hsl({0-359} 58% 46%)'),
    ...['54', '106', '158', '210'].map(litWindow),
    circle('92', '262', '18', '#20242e'),
    circle('228', '262', '18', '#20242e'),
    box('0', '280', '320', '6', '#8892a6'),
  ),
  'Tide Pool': svg(
    background('hsl({175-205} 48% {26-40}%)'),
    pebble.repeat(6),
    `<path d="M0 {220-260}Q80 {190-230} 160 240T320 {220-260}V320H0Z" fill="hsl({36-48} 55% 74%)"/>`,
    circle('{60-260}', '{262-296}', '12', 'hsl({0-30} 75% 62%)'),
  ),
  'Paper Moons': svg(
    background('hsl({255-330} 40% {24-40}%)'),
    star.repeat(4),
    `<mask id="m">${background('#fff')}${circle('{184-236}', '{140-180}', '84', '#000')}</mask>`,
    '<circle cx="160" cy="170" r="{78-96}" fill="hsl({40-56} 80% 84%)" mask="url(#m)"/>',
    `<path d="M160 0V{60-84}" stroke="#fff" stroke-width="2" stroke-dasharray="5 4"/>`,
  ),
  'Forge Items': svg(
    background('hsl({12-30} 22% {14-22}%)'),
    `<g transform="rotate({0-359} 160 150)">${box('146', '40', '28', '220', 'hsl({200-225} 14% {60-78}%)')}${box('100', '196', '120', '18', 'hsl({24-46} 72% 48%)')}</g>`,
    circle('160', '150', '{14-30}', 'hsl({0-359} 78% 56%)'),
    circle('{60-110}', '{250-290}', '5', '#ffb347'),
    circle('{200-260}', '{250-290}', '4', '#ffd27f'),
  ),
  'Festival Passes': svg(
    background('hsl({0-359} 62% 88%)'),
    `<g transform="rotate({348-372} 160 160)">${box('40', '92', '240', '136', 'hsl({0-359} 66% 52%)')}${circle('40', '160', '18', '#fff')}${circle('280', '160', '18', '#fff')}<path d="M214 98V222" stroke="#fff" stroke-width="4" stroke-dasharray="8 7"/>${circle('{90-160}', '{130-190}', '{18-32}', 'hsl({40-60} 92% 62%)')}</g>`,
  ),
} as const;
