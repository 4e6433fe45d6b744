/**
 * Draws `Origin` headers, each with whether a key admits it. A case is drawn as scheme, labels and port, so the judge knows
 * the origin without parsing: the spelling is made from it afterwards, and either means the same or is malformed.
 */
import { integer, pick, type Random } from '@mandate/contracts';

interface Origin {
  readonly scheme: 'http' | 'https';
  /** The labels of the host. An address is one label. */
  readonly labels: readonly string[];
  readonly port: number;
}

export interface OriginCase {
  readonly kind: 'listed' | 'unlisted' | 'malformed' | 'null' | 'mixed-case' | 'look-alike';
  /** The values of the `Origin` lines, as bytes in Latin-1. None: there is no such line. */
  readonly lines: readonly string[];
  readonly isAdmitted: boolean;
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;
const origin = (scheme: Origin['scheme'], host: string, port: number = DEFAULT_PORTS[scheme]): Origin => {
  return { scheme, labels: /^[[\d]/.test(host) ? [host] : host.split('.'), port };
};

const EXACT = [
  origin('https', 'app.example.com'),
  origin('https', 'shop.example.com', 8443),
  origin('http', 'localhost', 5173),
  origin('http', '[::1]', 3000),
  origin('http', '192.0.2.7'),
  origin('https', 'xn--mnchen-3ya.example'),
] as const;
/** All subdomains of these. */
const WILD = [origin('https', 'wild.example'), origin('https', 'port.example', 9443)] as const;

const PARTS = ['a', 'app', 'evil', 'x-1', 'www', '_dmarc', 'xn--80ak6aa92e', '127', 'localhost'] as const;
const HOMOGRAPHS: readonly [readonly string[], ...(readonly string[])[]] = [
  ['a', 'xn--80a'],
  ['app', 'xn--pp-6kc'],
  ['wild', 'xn--wld-qqa'],
  ['example', 'xn--exmple-qxe'],
  ['example', 'examp1e'],
  ['com', 'co'],
  ['com', 'corn'],
];
const NOTHING: readonly [readonly string[], ...(readonly string[])[]] = [
  [],
  ['null'],
  ['NULL'],
  ['undefined'],
];
const MALFORMED: readonly [(text: string, random: Random) => string, ...((text: string) => string)[]] = [
  (text, random) => text.slice(0, integer(random, 0, text.length - 1)).replace(/^https?:\/\/$/, ''),
  (text) => `${text}/`,
  (text) => `${text}/index.html`,
  (text) => `${text}?`,
  (text) => `${text}#`,
  (text) => `${text}\\`,
  (text) => `${text}:`,
  (text) => `${text}, ${text}`,
  (text) => `${text} ${text}`,
  (text) => `${text},null`,
  (text) => text.replace('://', ':'),
  (text) => text.replace('://', ':/'),
  (text) => text.replace('://', ':///'),
  (text) => text.replace('://', '://user@'),
  (text) => text.replace('://', '://user:word@'),
  (text) => text.replace('://', '://@'),
  (text) => text.replace('://', '://evil.example#@'),
  (text) => text.replace('://', '://.'),
  (text) => text.replace('://', '://*.'),
  (text) => text.replace('://', '://%61'),
  (text) => text.replace('://', '://\xe1'),
  (text) => text.replace('://', '://\xef\xbd\x81'),
  (text) => text.replace(/^https?:/, ''),
  (text) => text.replace(/^https?:\/\//, ''),
  (text) => text.replace(/^http/, 'ws'),
  (text) => text.replace(/(:\d+)?$/, '.$1'),
  (text) => text.replace(/(:\d+)?$/, ':0443'),
  (text) => text.replace(/(:\d+)?$/, ':65536'),
  (text) => text.replace(/(:\d+)?$/, ':-1'),
  (text) => text.replace('.', '..'),
  (text) => text.replace('.', '%2e'),
  (text) => text.replace('.', ' '),
  (text) => text.replace('.', '\t.'),
  (text) => `"${text}"`,
  () => 'http://[0:0:0:0:0:0:0:1]:3000',
  () => 'http://[::1',
  () => 'http://192.0.2.007',
  () => 'http://3221225991',
  () => 'http://0xc0.0.2.7',
  () => 'https://app.example.com.:443',
  () => '',
];

/** The origins of the key, as its owner writes them. */
export const ORIGINS = [
  ...EXACT.map((each) => write(each).replace('xn--mnchen-3ya', 'münchen')),
  ...WILD.map((each) => write({ ...each, labels: ['*', ...each.labels] })),
];

/** Draws as many of each kind. */
export function drawCase(random: Random): OriginCase {
  const kind = pick(random, ['listed', 'unlisted', 'malformed', 'null', 'mixed-case', 'look-alike']);
  switch (kind) {
    case 'listed':
      return judge(kind, drawListed(random), (each) => write(each, random() < 0.2));
    case 'mixed-case': {
      const drawn = random() < 0.7 ? drawListed(random) : mutate(random, drawListed(random));
      return judge(kind, drawn, (each) => mixCase(random, write(each, random() < 0.2)));
    }
    case 'unlisted':
      return judge(kind, mutate(random, drawListed(random)), write);
    case 'look-alike':
      return judge(kind, resemble(random, drawListed(random)), write);
    case 'null':
      return { kind, lines: pick(random, NOTHING), isAdmitted: false };
    case 'malformed':
      return { kind, lines: drawMalformed(random), isAdmitted: false };
  }
}

/** By the definition of an origin: listed whole, or by https below a listed host, at the listed port. */
function isListed({ scheme, labels, port }: Origin): boolean {
  const isSame = (one: Origin) =>
    one.scheme === scheme && one.port === port && one.labels.join('.') === labels.join('.');
  const isBelow = (one: Origin) =>
    scheme === 'https' &&
    one.port === port &&
    labels.length > one.labels.length &&
    labels.slice(-one.labels.length).join('.') === one.labels.join('.');
  return EXACT.some(isSame) || WILD.some(isBelow);
}

function judge(kind: OriginCase['kind'], drawn: Origin, spell: (origin: Origin) => string): OriginCase {
  return { kind, lines: [spell(drawn)], isAdmitted: isListed(drawn) };
}

function write({ scheme, labels, port }: Origin, writesDefault = false): string {
  const isDefault = port === DEFAULT_PORTS[scheme];
  return `${scheme}://${labels.join('.')}${isDefault && !writesDefault ? '' : `:${port}`}`;
}

function drawListed(random: Random): Origin {
  if (random() < 0.5) return pick(random, EXACT);
  const wild = pick(random, WILD);
  const own = Array.from({ length: integer(random, 1, 3) }, () => pick(random, PARTS));
  return { ...wild, labels: [...own, ...wild.labels] };
}

/** Changes one thing. By chance the result may be listed, too. */
function mutate(random: Random, drawn: Origin): Origin {
  const { scheme, labels, port } = drawn;
  const [first = '', ...rest] = labels;
  // A label before an address would be no host at all.
  const isName = !/^[[\d]/.test(first) || labels.length > 1;
  const other = { ...drawn, scheme: scheme === 'http' ? 'https' : 'http' } as const;
  const choices: [Origin, ...Origin[]] = [
    other,
    { ...other, port: port === DEFAULT_PORTS[scheme] ? DEFAULT_PORTS[other.scheme] : port },
    { ...drawn, port: pick(random, [1, 80, 443, 3000, 5173, 8443, 9443, 65_535]) },
  ];
  if (isName) choices.push({ ...drawn, labels: [pick(random, PARTS), ...labels] });
  if (isName && rest.length > 0) choices.push({ ...drawn, labels: rest });
  if (rest.length > 1) choices.push({ ...drawn, labels: labels.slice(-2) });
  return pick(random, choices);
}

/** Draws an origin that looks like a listed one to a person, or to a comparison of texts. */
function resemble(random: Random, drawn: Origin): Origin {
  const { labels } = drawn;
  const [first = '', ...rest] = labels;
  if (/^[[\d]/.test(first) && rest.length === 0) return mutate(random, drawn);
  const [from = '', to = ''] = pick(random, HOMOGRAPHS);
  const end = labels.at(-1) ?? '';
  const choices: readonly [Origin, ...Origin[]] = [
    { ...drawn, labels: labels.map((label) => (label === from ? to : label)) },
    { ...drawn, labels: [...labels, 'evil', 'example'] },
    { ...drawn, labels: [...labels.slice(0, -1), `${end}-evil`, 'example'] },
    { ...drawn, labels: [`evil${first}`, ...rest] },
    { ...drawn, labels: [`evil-${labels.join('-')}`, 'example'] },
    // The dot before a listed host is missing.
    { ...drawn, labels: ['evil', ...labels.slice(0, -2), labels.slice(-2).join('')] },
    { ...drawn, labels: [`evil${labels.slice(-2)[0] ?? ''}`, end] },
  ];
  return pick(random, choices);
}

function drawMalformed(random: Random): string[] {
  const text = write(drawListed(random));
  if (random() < 0.1) return [text, text];
  const malform = pick(random, MALFORMED);
  const malformed = malform(text, random);
  // Some changes leave an address or a name without dots as it is.
  return [malformed === text ? `${text}/` : malformed];
}

function mixCase(random: Random, text: string): string {
  return [...text].map((letter) => (random() < 0.5 ? letter.toUpperCase() : letter)).join('');
}
