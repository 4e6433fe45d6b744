import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Select } from '../../ui/form/select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { whileSignedIn } from '../session/own-queries.ts';
import { createWebhook, type NewWebhook, type WebhookMark } from '../session/webhooks-api.ts';

interface NewEndpointFormProps {
  readonly onMade: (endpoint: NewWebhook) => void;
  /** Missing where there is nothing else to look at. */
  readonly onCancel: (() => void) | undefined;
}

const MARKS: readonly { readonly value: WebhookMark; readonly text: string }[] = [
  { value: 'latest', text: 'At once' },
  { value: 'safe', text: 'When its block is safe' },
  { value: 'finalized', text: 'When its block is final' },
];

export function NewEndpointForm({ onMade, onCancel }: NewEndpointFormProps) {
  const id = useId();
  const [fields, setFields] = useState({ name: '', url: '', wallets: '', contracts: '' });
  const [mark, setMark] = useState<WebhookMark>('latest');
  const make = useMutation({
    mutationFn: () =>
      whileSignedIn(() =>
        createWebhook({
          name: fields.name.trim(),
          url: fields.url.trim(),
          wallets: readList(fields.wallets),
          contracts: readList(fields.contracts),
          mark,
        }),
      ),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const field = (name: keyof typeof fields, label: string, placeholder: string) => (
    <TextInput
      name={name}
      label={label}
      isWords={name === 'name'}
      placeholder={placeholder}
      value={fields[name]}
      onChange={(text) => setFields({ ...fields, [name]: text })}
    />
  );
  return (
    <form className="box stack" onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>New endpoint</h3>
      <div className="fields">
        {field('name', 'Name of the endpoint', 'e.g. “Gate”')}
        <Select
          label="Sent"
          value={mark}
          options={MARKS}
          onChange={(value) => setMark(value as WebhookMark)}
        />
      </div>
      {field('url', 'URL', 'https://hooks.example/mandate')}
      <details>
        <summary className="quiet">Only some changes (optional)</summary>
        <div className="stack stack--m">
          {field('wallets', 'Wallets on either side', '0x…, 0x…')}
          {field('contracts', 'Contracts', '0x…, 0x…')}
        </div>
      </details>
      {make.error && <FailureNote error={make.error} />}
      <div className="row actions">
        <button type="submit" className="button" disabled={make.isPending}>
          Create endpoint
        </button>
        {onCancel && (
          <button type="button" className="button button--quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

function readList(text: string): string[] | null {
  const words = text.split(/[\s,]+/).filter(Boolean);
  return words.length > 0 ? words : null;
}
