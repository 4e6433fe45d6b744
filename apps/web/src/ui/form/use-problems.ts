import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { resolveTyped } from '../../names/resolve-typed.ts';

/** A text for some fields of a form, by their names: an address, or what is wrong. */
type Texts<Field extends string> = { readonly [Name in Field]?: string };

interface Submitting<Field extends string, Good> {
  readonly typed: { readonly [Name in Field]?: unknown };
  /** The fields that take an address or an ENS name. */
  readonly wallets: readonly Field[];
  /** Reads the form with the addresses that typed names lead to. */
  readonly read: (found: Texts<Field>) => Good | { readonly problems: Texts<Field> };
  readonly onGood: (good: Good, found: Texts<Field>) => void;
}

interface FormProblems<Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly problems: Texts<Field>;
  /** Forgets the problems of these fields, or all of them. */
  forget(fields?: readonly Field[]): void;
  /** Looks up names and reads the form. Where something is wrong, the focus goes to the first such field. */
  submit<Good extends object>(submitting: Submitting<Field, Good>): (event: FormEvent) => Promise<void>;
}

/** Keeps what is wrong with each field. `fields` are in the order of the page. */
export function useProblems<Field extends string>(fields: readonly Field[]): FormProblems<Field> {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Texts<Field>>({});
  const changes = useRef(0);
  return {
    form,
    problems,
    forget(names = fields) {
      changes.current++;
      const kept = Object.entries(problems).filter(([name]) => !names.includes(name as Field));
      setProblems(Object.fromEntries(kept) as Texts<Field>);
    },
    submit:
      ({ typed, wallets, read, onGood }) =>
      async (event) => {
        event.preventDefault();
        const change = ++changes.current;
        const resolved = await resolveTyped(typed, wallets);
        // Something else was typed meanwhile.
        if (change !== changes.current) return;
        const result = read(resolved.found);
        const found: Texts<Field> = {
          ...('problems' in result ? result.problems : {}),
          ...resolved.problems,
        };
        setProblems(found);
        const first = fields.find((field) => found[field]);
        if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
        else onGood(result as Parameters<typeof onGood>[0], resolved.found);
      },
  };
}
