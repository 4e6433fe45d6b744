import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormEnd } from '../../ui/form/form-end.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { whileSignedIn } from '../session/own-queries.ts';
import { type OwnWebhooks, replayWebhook, type Webhook } from '../session/webhooks-api.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointAction } from './endpoint-table.tsx';

interface WebhookDialogProps {
  readonly action: EndpointAction;
  readonly endpoint: Webhook;
  readonly choices: OwnWebhooks['choices'];
  readonly onConfirm: () => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const WORDS = {
  rotate: ['Rotate the secret', 'You get a new secret. For 24 hours, events are signed with both.'],
  delete: ['Delete', 'No more events are sent to its URL. You cannot undo this.'],
  skip: ['Skip', 'Your server will never get the event that fails. The next ones follow at once.'],
} as const;

export function WebhookDialog(props: WebhookDialogProps) {
  const { action, endpoint, choices, onConfirm, onDone, onCancel } = props;
  if (action === 'replay') return <ReplayDialog {...props} />;
  if (action === 'change')
    return (
      <Dialog title={`Change “${endpoint.name}”`} onClose={onCancel}>
        <EndpointForm endpoint={endpoint} choices={choices} onSaved={onDone} onCancel={onCancel} />
      </Dialog>
    );
  const [word, sentence] = WORDS[action as keyof typeof WORDS];
  return (
    <ConfirmDialog
      title={`${word}${action === 'skip' ? ' the event of' : action === 'rotate' ? ' of' : ''} “${endpoint.name}”?`}
      action={word}
      isDangerous={action !== 'rotate'}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{sentence}</p>
    </ConfirmDialog>
  );
}

/** The value of an input for local times, a day ago. */
const aDayAgo = () => {
  const day = 86_400_000;
  const offset = new Date().getTimezoneOffset() * 60_000;
  return new Date(Date.now() - day - offset).toISOString().slice(0, 16);
};

function ReplayDialog({ endpoint, choices: { chains }, onDone, onCancel }: WebhookDialogProps) {
  const [chainId, setChainId] = useState(String(chains[0]?.chainId ?? 0));
  const [time, setTime] = useState(aDayAgo);
  const replay = useMutation({
    mutationFn: () =>
      whileSignedIn(() => replayWebhook(endpoint.id, Number(chainId), new Date(time).toISOString())),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <Dialog title={`Replay changes to “${endpoint.name}”`} isSmall onClose={onCancel}>
      <form className="stack" onSubmit={submit}>
        <p>Changes since this time are sent again, in order, with the same ids.</p>
        <Select
          label="Chain"
          value={chainId}
          options={chains.map((chain) => ({ value: String(chain.chainId), text: chain.name }))}
          onChange={setChainId}
        />
        <TextInput name="time" label="Since" type="datetime-local" value={time} onChange={setTime} />
        <FormEnd action="Replay" sending={replay} isDialog onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
