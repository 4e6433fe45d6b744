/** Decides which pictures may be shown: only in the file types of images, small, and never with anything that runs. */
import { readDataUrl } from './data-url.ts';

/** The longest `data:` URL of a picture. */
const MAX_URL_CHARACTERS = 48 * 2 ** 10;

const startsWith = (bytes: Buffer, start: readonly number[], at = 0) =>
  start.every((byte, i) => bytes[at + i] === byte);

const IS_TYPE: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/gif': (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/webp': (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8),
  'image/svg+xml': isHarmlessSvg,
};

/** An `<img>` runs no scripts and loads nothing. This refuses them for clients that put a picture elsewhere. */
const ACTIVE =
  /<!(?:doctype|entity)|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignobject|iframe|embed|object|handler)\b|javascript:|[ "'/]on[a-z]+ ?=/i;
/** A reference to anything but a part of the picture itself, or an image within it. */
const OUTSIDE = /(?:(?:href|src) ?= ?["']? ?|url\( ?["']? ?)(?!["' ]|#|data:image\/)|@import/i;
/** Elements that repeat others: nested, a few of them draw millions of shapes. */
const REPEATING = /<(?:\w+:)?(?:use|pattern|mask|marker|filter|clippath)\b/gi;
const MAX_REPEATING = 24;

function isHarmlessSvg(bytes: Buffer): boolean {
  const svg = bytes.toString('utf8').replaceAll(/\s+/g, ' ').trim();
  if (!/^<(?:svg|\?xml|!--)/i.test(svg) || !/<svg\b/i.test(svg)) return false;
  if (ACTIVE.test(svg) || OUTSIDE.test(svg)) return false;
  return (svg.match(REPEATING)?.length ?? 0) <= MAX_REPEATING;
}

/** Returns the picture as a `data:` URL in one form, whatever form it came in. `null` if it may not be shown. */
export function findPicture(url: string): string | null {
  const data = readDataUrl(url.trim());
  if (!data) return null;
  const type = data.type === 'image/jpg' ? 'image/jpeg' : data.type;
  if (!Object.hasOwn(IS_TYPE, type) || !IS_TYPE[type]?.(data.bytes)) return null;
  const picture = `data:${type};base64,${data.bytes.toString('base64')}`;
  return picture.length <= MAX_URL_CHARACTERS ? picture : null;
}
