/** Whether a person sees the next step without scrolling, on every screen that people have. */
import type { Locator } from 'playwright-core';
import { DESKTOP, PHONE } from './site.ts';

/** Widest first: a journey continues where there is the least room. */
export const SCREENS = [DESKTOP, { width: 1366, height: 768 }, PHONE, { width: 360, height: 740 }] as const;

/** The answer of `placeOf` for an element that is whole in the window, with nothing above it. */
export const IN_SIGHT = 'in sight';

/** An element of the page, as far as it is used here. */
interface Shown {
  readonly className: string;
  readonly ownerDocument: {
    readonly documentElement: { readonly clientWidth: number; readonly clientHeight: number };
    elementFromPoint(x: number, y: number): Shown | null;
  };
  contains(other: Shown | null): boolean;
  getBoundingClientRect(): Record<'left' | 'top' | 'right' | 'bottom', number>;
}

/** Says where an element is in its window. Scrolls nothing. */
export const placeOf = (element: Locator): Promise<string> =>
  element.evaluate((shown: Shown, inSight: string) => {
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const { clientWidth, clientHeight } = shown.ownerDocument.documentElement;
    const isInside = left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight;
    const above = shown.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (isInside && shown.contains(above)) return inSight;
    const place = [left, top, right, bottom].map(Math.round);
    return `${place} of ${clientWidth} × ${clientHeight}, behind ${above?.className ?? 'the edge'}`;
  }, IN_SIGHT);
