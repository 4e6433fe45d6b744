import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { focusProblem } from '../../ui/form/focus-problem.ts';
import { FormEnd } from '../../ui/form/form-end.tsx';
import { Select } from '../../ui/form/select.tsx';
import {
  type Choices,
  createKey,
  type KeyKind,
  type KeyRules,
  type NewKey,
} from '../session/developer-api.ts';
import { whileSignedIn } from '../session/own-queries.ts';
import { KeyName } from './key-name.tsx';
import { KindChoice } from './kind-choice.tsx';
import { OriginsEditor } from './origins-editor.tsx';
import { Restrictions } from './restrictions.tsx';
import { EMPTY_RULES, type RulesProblems, readDraft } from './rules-draft.ts';

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '0', text: 'Never' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
];

/** Values that the form begins with. */
export interface NewKeyStart {
  readonly kind: KeyKind;
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
  const [kind, setKind] = useState(start.kind);
  const [name, setName] = useState(start.name);
  const [days, setDays] = useState('0');
  const [draft, setDraft] = useState({ ...EMPTY_RULES, origins: start.origins });
  const [problems, setProblems] = useState<RulesProblems & { name?: string }>({});
  const make = useMutation({
    mutationFn: (rules: KeyRules) =>
      whileSignedIn(() =>
        createKey({ name: name.trim(), kind, expiresAt: expiryOf(Number(days)), ...rules }),
      ),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(kind, draft, choices.limits);
    const isNamed = name.trim() !== '';
    setProblems(isNamed ? read.problems : { ...read.problems, name: 'Enter a name for the key.' });
    if (read.rules && isNamed) make.mutate(read.rules);
    else setTimeout(() => focusProblem(form.current));
  };
  const chooseKind = (chosen: KeyKind) => {
    setKind(chosen);
    setProblems({});
    const allowed = choices.operations.filter(({ forPages }) => forPages).map((one) => one.id);
    if (chosen === 'publishable')
      setDraft({ ...draft, operations: draft.operations?.filter((one) => allowed.includes(one)) ?? null });
  };
  return (
    <form ref={form} className="box stack" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>New key</h3>
      <KindChoice kind={kind} onChange={chooseKind} />
      <div className="fields">
        <KeyName name={name} problem={problems.name} onChange={setName} />
        <Select label="Expires" value={days} options={LIFETIMES} onChange={setDays} />
      </div>
      {kind === 'publishable' && (
        <OriginsEditor draft={draft} onChange={setDraft} problem={problems.origins} />
      )}
      <details>
        <summary className="quiet">Restrict what it may do (optional)</summary>
        <Restrictions kind={kind} choices={choices} draft={draft} problems={problems} onChange={setDraft} />
      </details>
      <FormEnd action="Create key" sending={make} onCancel={onCancel} />
    </form>
  );
}

function expiryOf(days: number): string | null {
  return days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
}
