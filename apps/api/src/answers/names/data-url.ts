/** Reads `data:` URLs, the only ones that are read: no other URL that a contract names is ever opened. */

export interface DataUrl {
  /** In small letters, without parameters. */
  readonly type: string;
  readonly bytes: Buffer;
}

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]+)?((?:;[^,;"]{1,64}){0,4}),/i;

/** `null` if it is no `data:` URL. */
export function readDataUrl(url: string): DataUrl | null {
  const head = DATA_URL.exec(url);
  if (!head) return null;
  const [whole, type = 'text/plain', parameters = ''] = head;
  const body = url.slice(whole.length);
  const isBase64 = /;\s*base64\s*$/i.test(parameters);
  const bytes = isBase64 ? Buffer.from(unescapePercent(body), 'base64') : Buffer.from(unescapePercent(body));
  return { type: type.toLowerCase(), bytes };
}

/** Many contracts write JSON and SVG without escaping anything, so a percent sign may be just one. */
function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
