import { expect, test } from 'vitest';
import { findPicture } from './pictures.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64');
const svgUrl = (svg: string) => `data:image/svg+xml;base64,${base64(svg)}`;
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('rest'),
]);

test.each([
  ['base64', svgUrl(SVG)],
  ['plain', `data:image/svg+xml,${SVG}`],
  ['escaped', `data:image/svg+xml,${encodeURIComponent(SVG)}`],
  ['with a character set', `data:image/svg+xml;charset=utf-8,${SVG}`],
  ['with utf8', ` data:image/svg+xml;utf8,${SVG}`],
  ['in capitals', `DATA:IMAGE/SVG+XML;BASE64,${base64(SVG)}`],
])('an SVG that comes %s has one form', (_, url) => {
  expect(findPicture(url)).toBe(svgUrl(SVG));
});

test('a percent sign in an SVG may be just one', () => {
  const svg = '<svg fill="hsl(1 50% 5%)"/>';
  expect(findPicture(`data:image/svg+xml;utf8,${svg}`)).toBe(svgUrl(svg));
});

test.each([
  ['image/png', PNG],
  ['image/gif', Buffer.from('GIF89a...')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', Buffer.from('RIFF....WEBPVP8 ')],
])('%s may be shown, and nothing else under its name', (type, bytes) => {
  expect(findPicture(`data:${type};base64,${base64(bytes)}`)).toBe(`data:${type};base64,${base64(bytes)}`);
  expect(findPicture(`data:${type};base64,${base64('<html><script>1</script>')}`)).toBeNull();
});

test.each([
  'https://example.com/a.png',
  'ipfs://bafy',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:',
  'data:,',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml',
  `data:image/svg+xml;base64,${base64('<html></html>')}`,
  `data:application/xhtml+xml;base64,${base64(SVG)}`,
  `data:text/html;image/svg+xml,${SVG}`,
  `data:__proto__/x,${SVG}`,
  `data:constructor,${SVG}`,
])('%s may not', (url) => {
  expect(findPicture(url)).toBeNull();
});

test.each([
  '<svg><script>fetch("https://example.com")</script></svg>',
  '<svg><SCRIPT href="data:text/javascript,1"/></svg>',
  '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:script/></svg:svg>',
  '<svg onload="alert(1)"/>',
  '<svg\nonload\n=\nalert(1)>',
  '<svg><a href="javascript:alert(1)">x</a></svg>',
  '<svg><foreignObject><body/></foreignObject></svg>',
  '<svg><image href="https://example.com/track.png"/></svg>',
  '<svg><image xlink:href = "//example.com/track.png"/></svg>',
  '<svg><style>@import "https://example.com";</style></svg>',
  '<svg><rect fill="url( https://example.com/a#b )"/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
  '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg/>',
  `<svg>${'<use href="#a"/>'.repeat(25)}</svg>`,
])('%s is not shown', (svg) => {
  expect(findPicture(svgUrl(svg))).toBeNull();
});

test('references to the picture itself are fine', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><mask id="m"/><rect mask="url(#m)"/><use href="#m"/><image href="data:image/png;base64,AA"/></svg>';
  expect(findPicture(svgUrl(svg))).toBe(svgUrl(svg));
});

test('a picture above 48 kB is not shown', () => {
  const svgOf = (bytes: number) => `<svg>${' '.repeat(bytes - 11)}</svg>`;
  expect(findPicture(svgUrl(svgOf(36_843)))).not.toBeNull();
  expect(findPicture(svgUrl(svgOf(36_846)))).toBeNull();
});

test('no text takes long to judge', () => {
  const startedAt = performance.now();
  for (const part of [
    '<!---->',
    'href= ',
    ' on',
    '<a:',
    'url( " ',
    '<!--',
    'onx ',
    'src=\t',
    '%',
    '<svg ',
    ';base64',
  ])
    findPicture(`data:image/svg+xml,<svg ${part.repeat(36_000 / part.length)}`);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
