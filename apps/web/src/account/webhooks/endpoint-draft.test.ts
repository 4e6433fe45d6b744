import { FULL_RIGHTS, rightsFromText } from '@mandate/sdk';
import { expect, it } from 'vitest';
import type { Webhook } from '../session/webhooks-api.ts';
import { EMPTY_ENDPOINT, readEndpoint, toEndpointDraft } from './endpoint-draft.ts';

it('an endpoint that is saved without a change keeps every right', () => {
  const names = ['vote', 'to vote', 'a,b', '0xabc'];
  const rights = [...names.map(rightsFromText), FULL_RIGHTS, `0x${'ab'.repeat(32)}`];
  const endpoint = { ...EMPTY_ENDPOINT, wallets: null, contracts: null, rights };
  expect(readEndpoint(toEndpointDraft(endpoint as unknown as Webhook))).toMatchObject({ fields: { rights } });
});
