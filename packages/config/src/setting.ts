/** Describes a setting: everything that reading it, the documentation and `.env.example` need. */
import type { z } from 'zod';

export interface Setting {
  /** The purpose of the setting, in Markdown, as the continuation of its name. */
  readonly about: string;
  /** A possible value. */
  readonly example: string;
  /** Parses the text of the environment. Messages begin with `must be` and never repeat the text. */
  readonly type: z.ZodType<unknown, string>;
  /** The default, as it would be written. Without this and `without`, the setting is required. */
  readonly default?: string;
  /** The default if it can't be written as text: the value, and what it means. */
  readonly without?: { readonly value: unknown; readonly means: string };
  /** May be in a file that `<NAME>_FILE` names. */
  readonly secret?: boolean;
  /** An alternative setting: exactly one of the two must be set. */
  readonly or?: string;
  /** Returns a warning for the operator who sets it. */
  warn?(value: unknown): string;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The values of all settings, including the defaults of those that may be left out. */
export type Values<T extends Settings> = {
  readonly [Name in keyof T]:
    | z.output<T[Name]['type']>
    | (T[Name] extends { without: { value: infer Value } } ? Value : never)
    | (T[Name] extends { or: string } ? null : never);
};

export const isRequired = (setting: Setting): boolean =>
  setting.default === undefined && setting.without === undefined;

export const fileNameOf = (name: string): string => `${name}_FILE`;
