import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormEnd } from '../../ui/form/form-end.tsx';
import { type Choices, changeKey, type Key, type KeyRules } from '../session/developer-api.ts';
import { whileSignedIn } from '../session/own-queries.ts';
import { KeyName } from './key-name.tsx';
import { OriginsEditor } from './origins-editor.tsx';
import { Restrictions } from './restrictions.tsx';
import { findUse, type RulesProblems, readDraft, toDraft } from './rules-draft.ts';

interface ChangeKeyDialogProps {
  readonly record: Key;
  readonly choices: Choices;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function ChangeKeyDialog({ record, choices, onDone, onCancel }: ChangeKeyDialogProps) {
  const { id } = record;
  const use = findUse(record);
  const [name, setName] = useState(record.name);
  const [draft, setDraft] = useState(() => toDraft(record));
  const [problems, setProblems] = useState<RulesProblems & { name?: string }>({});
  const save = useMutation({
    mutationFn: (rules: KeyRules) => whileSignedIn(() => changeKey(id, { name: name.trim(), ...rules })),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(use, draft, choices.limits);
    const isNamed = name.trim() !== '';
    setProblems(isNamed ? read.problems : { ...read.problems, name: 'Enter a name for the key.' });
    if (read.rules && isNamed) save.mutate(read.rules);
  };
  return (
    <Dialog title={`Change “${record.name}”`} onClose={onCancel}>
      <form className="stack" onSubmit={submit} noValidate>
        <KeyName name={name} problem={problems.name} onChange={setName} />
        {use === 'publishable' && (
          <OriginsEditor draft={draft} onChange={setDraft} problem={problems.origins} />
        )}
        <Restrictions use={use} choices={choices} draft={draft} problems={problems} onChange={setDraft} />
        <p className="hint">Changes take effect within five seconds.</p>
        <FormEnd action="Save" sending={save} isDialog onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
