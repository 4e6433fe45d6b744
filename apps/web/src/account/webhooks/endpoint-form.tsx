import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { focusProblem } from '../../ui/form/focus-problem.ts';
import { FormEnd } from '../../ui/form/form-end.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import { whileSignedIn } from '../session/own-queries.ts';
import {
  changeWebhook,
  createWebhook,
  type NewWebhook,
  type OwnWebhooks,
  type Webhook,
  type WebhookFields,
  type WebhookMark,
} from '../session/webhooks-api.ts';
import {
  EMPTY_ENDPOINT,
  type EndpointDraft,
  type EndpointProblems,
  readEndpoint,
  toEndpointDraft,
} from './endpoint-draft.ts';
import { MoreFilters } from './more-filters.tsx';

interface EndpointFormProps {
  /** The endpoint to change. Without it, the form makes one. */
  readonly endpoint?: Webhook;
  readonly choices: OwnWebhooks['choices'];
  /** Gets the secret of an endpoint that was made. */
  readonly onSaved: (made: NewWebhook | null) => void;
  /** Missing where there is nothing else to look at. */
  readonly onCancel: (() => void) | undefined;
}

const MARKS: readonly { readonly value: WebhookMark; readonly text: string }[] = [
  { value: 'latest', text: 'At once' },
  { value: 'safe', text: 'When its block is safe' },
  { value: 'finalized', text: 'When its block is final' },
];

export function EndpointForm({ endpoint, choices, onSaved, onCancel }: EndpointFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<EndpointDraft>(endpoint ? toEndpointDraft(endpoint) : EMPTY_ENDPOINT);
  const [problems, setProblems] = useState<EndpointProblems>({});
  const save = useMutation({
    mutationFn: (fields: WebhookFields) => whileSignedIn(() => send(endpoint, fields)),
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readEndpoint(draft);
    setProblems('problems' in read ? read.problems : {});
    if ('fields' in read) save.mutate(read.fields);
    else setTimeout(() => focusProblem(form.current));
  };
  const text = (
    name: 'name' | 'url' | 'wallets' | 'contracts' | 'rights',
    more: Pick<TextInputProps, 'label' | 'placeholder' | 'hint' | 'isWords'>,
  ) => (
    <TextInput
      {...more}
      name={name}
      value={draft[name]}
      problem={problems[name]}
      onChange={(typed) => setDraft({ ...draft, [name]: typed })}
    />
  );
  return (
    <form
      ref={form}
      className={endpoint ? 'stack' : 'box stack'}
      onSubmit={submit}
      noValidate
      aria-label={endpoint && `Change ${endpoint.name}`}
      aria-labelledby={endpoint ? undefined : `${id}-title`}
    >
      {!endpoint && <h3 id={`${id}-title`}>New endpoint</h3>}
      <div className="fields">
        {text('name', { label: 'Name of the endpoint', placeholder: 'e.g. “Gate”', isWords: true })}
        <Select
          label="Sent"
          value={draft.mark}
          options={MARKS}
          onChange={(mark) => setDraft({ ...draft, mark: mark as WebhookMark })}
        />
      </div>
      {text('url', {
        label: 'URL',
        placeholder: 'https://hooks.example/mandate',
        hint: endpoint && 'A new URL answers a challenge first.',
      })}
      {text('wallets', { label: 'Wallets on either side (optional)', placeholder: '0x…, 0x…' })}
      <MoreFilters draft={draft} problems={problems} choices={choices} onChange={setDraft}>
        {text('contracts', {
          label: 'Contracts',
          placeholder: '0x…, 0x…',
          hint: 'Delegations of a whole wallet apply to every contract.',
        })}
        {text('rights', {
          label: 'Rights',
          placeholder: 'vote, claim… or 0x and 64 digits',
          hint: 'Those with full rights count for every right.',
        })}
      </MoreFilters>
      <FormEnd
        action={endpoint ? 'Save' : 'Create endpoint'}
        sending={save}
        isDialog={endpoint !== undefined}
        onCancel={onCancel}
      />
    </form>
  );
}

async function send(endpoint: Webhook | undefined, fields: WebhookFields): Promise<NewWebhook | null> {
  if (!endpoint) return createWebhook(fields);
  await changeWebhook(endpoint.id, fields);
  return null;
}
