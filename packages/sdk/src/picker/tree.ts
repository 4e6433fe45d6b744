import type { PickerQuestion } from './question.ts';

/** An element. Its attributes have the names of HTML. */
export interface Tree {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | boolean | undefined>>;
  readonly children: readonly (Tree | string)[];
  /** The same element in the next rendering. */
  readonly key?: string | undefined;
  /** Gets the value of a field that was changed. */
  readonly onChange?: ((value: string) => void) | undefined;
  readonly onClick?: (() => void) | undefined;
}

export type Child = Tree | string | null | false;

export const h = (
  tag: string,
  attributes: Tree['attributes'],
  children: readonly Child[] = [],
  rest: Pick<Tree, 'key' | 'onChange' | 'onClick'> = {},
): Tree => ({
  tag,
  attributes,
  children: children.filter((child) => child !== null && child !== false),
  ...rest,
});

export interface ViewOptions {
  readonly question: PickerQuestion;
  readonly picker: {
    select(key: string): void;
    search(text: string): void;
    showMore(): void;
    askAgain(): void;
  };
  /** Begins the ids of the elements. */
  readonly id: string;
  onChoose(): void;
}
