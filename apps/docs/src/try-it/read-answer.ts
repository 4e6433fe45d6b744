import { formatJson } from './format-json.ts';

export interface Answer {
  readonly status: number;
  readonly title: string;
  /** Advice after a refusal, or null. */
  readonly advice: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const SHOWN = [
  'X-Chain-Id',
  'X-Block-Number',
  'X-Block-Hash',
  'X-Block-Timestamp',
  'X-Safe-Block-Number',
  'RateLimit',
  'Retry-After',
  'Link',
  'ETag',
  'Content-Type',
];
/** A snapshot may have millions of rows. */
const MAX_SHOWN_BYTES = 64_000;

export async function readAnswer(response: Response): Promise<Answer> {
  const { status, statusText, headers } = response;
  const type = headers.get('content-type') ?? '';
  const text = isText(type) ? await readStart(response) : `A binary file of the type ${type}.`;
  return {
    status,
    title: `${status} ${statusText}`.trim(),
    advice: adviseOn(response),
    headers: SHOWN.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body: /json\b/.test(type) && !type.includes('jsonl') ? formatJson(text) : text,
  };
}

const isText = (type: string) => /^text\/|json|csv/.test(type);

/** Reads no more than is shown. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && text.length < MAX_SHOWN_BYTES) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return `${text.slice(0, MAX_SHOWN_BYTES)}\n… The answer is longer: the command shows all of it.`;
}

function adviseOn({ status, headers }: Response): string | null {
  if (status === 429) {
    const seconds = headers.get('retry-after');
    const wait = seconds ? `Try again in ${seconds} seconds.` : 'Try again in a few seconds.';
    return `Without a key, a client may send 25 requests in 10 seconds, and these pages send some of them. ${wait}`;
  }
  if (status === 503) return 'The service does not know now. This is never a "no": try again later.';
  return null;
}
