import { json, type Operation, ref } from '../operation.ts';
import { readBatch } from './read-batch.ts';

export const BATCH: Operation = {
  id: 'batch',
  method: 'POST',
  path: '/batch',
  tag: 'beyond',
  summary: 'Up to 1,000 checks at once',
  description:
    'Checks of any kind, chain and version, answered in their order, all of one chain at one block. What is not known is `null`, with the ' +
    'reason: never a no. Without a key a batch counts as one request for every 40 checks begun.',
  parameters: {},
  body: { schema: ref('schemas/Batch'), maxBytes: 2 ** 20, read: readBatch },
  weight: 'list',
  takesKeys: true,
  countsRest: true,
  answer: { description: 'The answer', content: json({ schema: ref('schemas/BatchAnswers') }) },
  fails: 'any',
};
