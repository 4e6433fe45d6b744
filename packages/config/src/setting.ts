/** What a setting is: everything that reading it, the documentation and `.env.example` need, said once. */
import type { z } from 'zod';

export interface Setting {
  /** What it is for, in Markdown, to be read after its name. */
  readonly about: string;
  /** Something that could be written. */
  readonly example: string;
  /** From the text in the environment. What is wrong is to be said as `must be …`, and without the text. */
  readonly type: z.ZodType<unknown, string>;
  /** What holds without it, as it would be written. With neither this nor `without`, it has to be set. */
  readonly default?: string;
  /** The same where it can't be written: the value, and what that means. */
  readonly without?: { readonly value: unknown; readonly means: string };
  /** May stand in a file that `<NAME>_FILE` names. */
  readonly secret?: boolean;
  /** Another setting that says the same: one of the two has to be set, and not both. */
  readonly or?: string;
  /** What has to be known by whoever sets it. */
  warn?(value: unknown): string;
}

export type Settings = Readonly<Record<string, Setting>>;

/** What reading gives: the value of each type, and what stands in where it may be left out. */
export type Values<T extends Settings> = {
  readonly [Name in keyof T]:
    | z.output<T[Name]['type']>
    | (T[Name] extends { without: { value: infer Value } } ? Value : never)
    | (T[Name] extends { or: string } ? null : never);
};

export const isRequired = (setting: Setting): boolean =>
  setting.default === undefined && setting.without === undefined;

export const fileNameOf = (name: string): string => `${name}_FILE`;
