import { SHEET } from '@mandate/sdk/picker';

interface Sheet {
  replaceSync(text: string): void;
}

/** What a page has of this. The types of the DOM are left out, because servers compile this file, too. */
interface PageStyles {
  readonly CSSStyleSheet: new () => Sheet;
  readonly document: { readonly adoptedStyleSheets: Sheet[] };
}

let sheet: Sheet | null = null;

/** A constructed sheet needs no exception in a content security policy. All pickers of a page share it. */
export function adoptSheet(): void {
  const { CSSStyleSheet, document } = globalThis as unknown as PageStyles;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
  }
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
