import { createHash } from 'node:crypto';

/** Returns the sources that allow only the inline scripts or styles of this page in a content security policy. */
export function listInlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>(.*?)</${tag}>`, 'gs');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
