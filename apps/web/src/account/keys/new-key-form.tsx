import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { focusProblem } from '../../ui/form/focus-problem.ts';
import { FormEnd } from '../../ui/form/form-end.tsx';
import { Select } from '../../ui/form/select.tsx';
import { type Choices, createKey, type KeyRules, type NewKey } from '../session/developer-api.ts';
import { whileSignedIn } from '../session/own-queries.ts';
import { KeyName } from './key-name.tsx';
import { KindChoice } from './kind-choice.tsx';
import { OriginsEditor } from './origins-editor.tsx';
import { Restrictions } from './restrictions.tsx';
import { EMPTY_RULES, type KeyUse, type RulesProblems, readDraft } from './rules-draft.ts';

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '0', text: 'Never' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
];

/** Values that the form begins with. */
export interface NewKeyStart {
  readonly use: KeyUse;
  readonly name: string;
  readonly origins: readonly string[];
}

interface NewKeyFormProps {
  readonly start: NewKeyStart;
  readonly choices: Choices;
  readonly onMade: (key: NewKey) => void;
  /** Missing where the form cannot be closed: a wallet without keys has nothing else to look at. */
  readonly onCancel?: (() => void) | undefined;
}

export function NewKeyForm({ start, choices, onMade, onCancel }: NewKeyFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [use, setUse] = useState(start.use);
  const [name, setName] = useState(start.name);
  const [days, setDays] = useState('0');
  const [draft, setDraft] = useState({ ...EMPTY_RULES, origins: start.origins });
  const [problems, setProblems] = useState<RulesProblems & { name?: string }>({});
  const make = useMutation({
    mutationFn: (rules: KeyRules) =>
      whileSignedIn(() =>
        createKey({
          name: name.trim(),
          kind: use === 'secret' ? 'secret' : 'publishable',
          expiresAt: expiryOf(Number(days)),
          ...rules,
        }),
      ),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(use, draft, choices.limits);
    const isNamed = name.trim() !== '';
    setProblems(isNamed ? read.problems : { ...read.problems, name: 'Enter a name for the key.' });
    if (read.rules && isNamed) make.mutate(read.rules);
    else setTimeout(() => focusProblem(form.current));
  };
  const chooseUse = (chosen: KeyUse) => {
    setUse(chosen);
    setProblems({});
    setDraft({
      ...draft,
      operations: operationsOf(chosen, use === 'votes' ? null : draft.operations, choices),
    });
  };
  return (
    <form ref={form} className="box stack" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>New key</h3>
      <KindChoice use={use} onChange={chooseUse} />
      <div className="fields">
        <KeyName name={name} problem={problems.name} onChange={setName} />
        <Select label="Expires" value={days} options={LIFETIMES} onChange={setDays} />
      </div>
      {use === 'publishable' && (
        <OriginsEditor draft={draft} onChange={setDraft} problem={problems.origins} />
      )}
      <details>
        <summary className="quiet">Restrict what it may do (optional)</summary>
        <Restrictions use={use} choices={choices} draft={draft} problems={problems} onChange={setDraft} />
      </details>
      <FormEnd action="Create key" sending={make} onCancel={onCancel} />
    </form>
  );
}

/** Returns those of the chosen operations that a key may have, and those that a votes key is for. */
function operationsOf(
  use: KeyUse,
  chosen: readonly string[] | null,
  { operations }: Choices,
): readonly string[] | null {
  if (use === 'votes') return operations.filter(({ inUrl }) => inUrl).map(({ id }) => id);
  const allowed = operations.filter(({ forPages }) => forPages || use === 'secret').map(({ id }) => id);
  return chosen?.filter((id) => allowed.includes(id)) ?? null;
}

function expiryOf(days: number): string | null {
  return days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
}
