import type { Network } from '@mandate/sdk';
import { useEffect, useState } from 'react';
import { useProblems } from '../../ui/form/use-problems.ts';
import { type CheckSearch, type TextField, textsOf } from '../question/check-search.ts';
import type { Problems } from '../question/read-question.ts';
import { useEdited } from '../question/use-edited.ts';
import type { WhenKind } from '../question/when-kinds.ts';

export interface FormProps {
  /** Lets buttons outside the form submit it. */
  readonly id: string;
  readonly search: CheckSearch;
  readonly networks: readonly Network[];
  readonly onAsk: (search: CheckSearch) => void;
  /** Must stay the same function. */
  readonly onEdit: (isEdited: boolean) => void;
}

const WALLETS: readonly TextField[] = ['to', 'from'];

/** The values of a form, complete or not. */
export type Draft = { readonly [Name in keyof CheckSearch]?: CheckSearch[Name] | undefined };

interface AskForm extends Pick<FormProps, 'search' | 'onAsk' | 'onEdit'> {
  /** Returns the question of the form: with its defaults, and without fields that it does not use. */
  readonly complete: (draft: Draft) => CheckSearch;
  readonly read: (search: CheckSearch) => { readonly problems?: Problems };
  /** In the order of the page. */
  readonly fields: readonly TextField[];
}

/** A form whose fields are those of the URL. */
export function useAskForm({ search, complete, read, fields, onAsk, onEdit }: AskForm) {
  const [draft, setDraft] = useState<Draft>(search);
  const { form, problems, forget, submit } = useProblems(fields);
  // The form follows the URL: back, forward and links to other questions.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another question replaces what is typed.
  useEffect(() => {
    setDraft(search);
    forget();
  }, [search]);
  const typed = complete(draft);
  useEdited(typed, complete(search), onEdit);
  const change = (more: Draft) => {
    setDraft({ ...draft, ...more });
    forget(Object.keys(more) as TextField[]);
  };
  const texts = textsOf(draft);
  return {
    form,
    typed,
    texts,
    change,
    /** A time is not a valid block number, and vice versa. */
    changeWhen: (when: WhenKind | undefined) => change({ when, at: '' }),
    field: (name: TextField) => ({
      name,
      value: texts[name],
      problem: problems[name],
      onChange: (text: string) => change({ [name]: text }),
    }),
    onSubmit: submit({
      typed: texts,
      wallets: WALLETS,
      read(found) {
        const asked = complete({ ...draft, ...found });
        return { asked, ...read(asked) };
      },
      onGood: ({ asked }: { readonly asked: CheckSearch }) => onAsk(asked),
    }),
  };
}
