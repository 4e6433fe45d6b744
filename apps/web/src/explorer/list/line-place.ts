/** The place of a line in the virtual list. */
export interface LinePlace {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
}

export function placeOf({ index, start, measure }: LinePlace) {
  return {
    ref: measure,
    'data-index': index,
    'aria-rowindex': index + 2,
    style: { transform: `translateY(${start}px)` },
  };
}
