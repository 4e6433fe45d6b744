import { type FormEvent, type RefObject, useRef, useState } from 'react';

/** What is wrong with the fields of a form, by their names. */
type Problems<Field extends string> = { readonly [Name in Field]?: string };

interface Read<Field extends string> {
  readonly problems?: Problems<Field> | undefined;
}

interface FormProblems<Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly problems: Problems<Field>;
  /** Forgets the problems of these fields, or all of them. */
  forget(fields?: readonly Field[]): void;
  /** Reads the form. Where something is wrong, the focus goes to the first such field. */
  submit<Good extends Read<Field>>(
    read: () => Good | Required<Read<Field>>,
    onGood: (good: Good) => void,
  ): (event: FormEvent) => void;
}

/** Keeps what is wrong with each field. `fields` are in the order of the page. */
export function useProblems<Field extends string>(fields: readonly Field[]): FormProblems<Field> {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  return {
    form,
    problems,
    forget(names = fields) {
      const kept = Object.entries(problems).filter(([name]) => !names.includes(name as Field));
      setProblems(Object.fromEntries(kept) as Problems<Field>);
    },
    submit: (read, onGood) => (event) => {
      event.preventDefault();
      const result = read();
      const found: Problems<Field> = result.problems ?? {};
      setProblems(found);
      const first = fields.find((field) => found[field]);
      if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      else onGood(result as Parameters<typeof onGood>[0]);
    },
  };
}
