import { json, type Operation } from '../operation.ts';
import { BATCH_ANSWER } from './answer.ts';
import { BATCH_BODY } from './body.ts';
import { readBatch } from './read-batch.ts';

export const BATCH: Operation = {
  id: 'batch',
  method: 'POST',
  path: '/batch',
  tag: 'beyond',
  summary: 'Check up to 1,000 at once',
  description:
    'Answers up to 1,000 checks of any kind, chain and registry in one request, in the order of `checks`. Each check has a `registry`, a `kind` ' +
    'and the parameters of that check. All checks of one chain are answered at one block. A `value` of `null` means that the answer is not ' +
    'known, and comes with the reason: never read it as "no". Beside `checks` the body takes `blockTag`, `atBlock`, `atTime`, `minBlock`, ' +
    '`consistency`, `numbers` and `proof`. Without a key, every 40 checks begun count as one request. With `proof`, a batch has at most 20 ' +
    'checks, and each of them counts as five requests, up to the whole limit.',
  parameters: {},
  body: { form: BATCH_BODY, maxBytes: 2 ** 20, read: readBatch },
  weight: 'list',
  takesKeys: true,
  countsRest: true,
  answer: {
    description: 'The answer',
    content: json(BATCH_ANSWER),
  },
};
