import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { eventsQuery, webhooksQuery, whileSignedIn } from '../session/own-queries.ts';
import { hasCode } from '../session/session-query.ts';
import {
  deleteWebhook,
  type NewWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  skipEvent,
  testWebhook,
  type Webhook,
} from '../session/webhooks-api.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type EndpointAction, EndpointTable } from './endpoint-table.tsx';
import { NewSecretCard } from './new-secret-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

interface Asked {
  readonly action: EndpointAction;
  readonly endpoint: Webhook;
}

/** Actions that a dialog confirms first. */
const CONFIRMED: readonly EndpointAction[] = ['rotate', 'delete', 'skip', 'replay', 'change'];

export function Webhooks() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const again = () => {
    void queries.invalidateQueries({ queryKey: eventsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  };
  const run = useMutation({
    mutationFn: (chosen: Asked) => whileSignedIn(() => act(chosen)),
    onSuccess: (answer, { action, endpoint }) => {
      if (answer) setMade(answer);
      if (action === 'delete' && made?.id === endpoint.id) setMade(null);
      if (action === 'test') setShown(endpoint.id);
    },
    // Also after a failure, because the list may be outdated.
    onSettled: again,
  });
  // The operator has not switched webhooks on.
  if (hasCode(error, 'not_found')) return null;
  const choose = (action: EndpointAction, endpoint: Webhook) => {
    if (action === 'deliveries') setShown(shown === endpoint.id ? null : endpoint.id);
    else if (CONFIRMED.includes(action)) setAsked({ action, endpoint });
    else run.mutate({ action, endpoint });
  };
  const { endpoints, choices } = data ?? {};
  const isFirst = endpoints?.length === 0;
  const chosen = endpoints?.find(({ id }) => id === shown);
  const nameChain = (chainId: number) =>
    choices?.chains.find((chain) => chain.chainId === chainId)?.name ??
    (chainId === 0 ? '' : `chain ${chainId}`);
  return (
    <section className="card stack" aria-labelledby="webhooks-title">
      <div className="row row--apart">
        <h2 id="webhooks-title">Webhooks</h2>
        {endpoints && !isFirst && !isOpen && endpoints.length < (choices?.max ?? 0) && (
          <button type="button" className="button" onClick={() => setIsOpen(true)}>
            New endpoint
          </button>
        )}
      </div>
      <p className="quiet">
        Mandate posts each change of a delegation to your URL.{' '}
        <a href="/docs/guides/webhooks/">How it works</a>
      </p>
      {made && <NewSecretCard key={made.secret} made={made} onClose={() => setMade(null)} />}
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {run.error && <FailureNote error={run.error} />}
      {choices && (isOpen || (isFirst && !made)) && (
        <EndpointForm
          choices={choices}
          onSaved={(endpoint) => {
            setMade(endpoint);
            setIsOpen(false);
            again();
          }}
          onCancel={isFirst ? undefined : () => setIsOpen(false)}
        />
      )}
      {endpoints && !isFirst && (
        <EndpointTable endpoints={endpoints} nameChain={nameChain} onAction={choose} />
      )}
      {chosen && <Deliveries key={chosen.id} endpoint={chosen} nameChain={nameChain} />}
      {asked && choices && (
        <WebhookDialog
          {...asked}
          choices={choices}
          onConfirm={() => {
            run.mutate(asked);
            setAsked(null);
          }}
          onDone={() => {
            setAsked(null);
            again();
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** Returns what has a secret to show. */
async function act({ action, endpoint }: Asked): Promise<NewWebhook | null> {
  const { id } = endpoint;
  if (action === 'rotate') return rotateWebhook(id);
  if (action === 'test') await testWebhook(id);
  if (action === 'pause') await pauseWebhook(id);
  if (action === 'resume') await resumeWebhook(id);
  if (action === 'delete') await deleteWebhook(id);
  const failing = endpoint.chains.find((chain) => chain.failing?.maySkip);
  if (action === 'skip' && failing?.failing) await skipEvent(id, failing.chainId, failing.failing.event);
  return null;
}
