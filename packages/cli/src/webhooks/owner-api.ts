/** Asks `/webhooks` with a secret key. Nothing is sent twice: that could make two endpoints. */
import { type Client, ConnectionError, InvalidParametersError, MandateError } from '@mandate/sdk';

const TIMEOUT_MS = 10_000;

export type OwnerApi = ReturnType<typeof createOwnerApi>;

export function createOwnerApi({ baseUrl }: Client, key: string, signal: AbortSignal | undefined) {
  return async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${baseUrl}/webhooks${path}`;
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      text = await answer.text();
    } catch (cause) {
      const detail = `${baseUrl} does not answer. Check --url, and look with "mandate webhooks list" what was done.`;
      throw new ConnectionError({ code: 'network_error', detail, cause });
    }
    if (!answer.ok) throw readProblem(answer, text, baseUrl);
    return (text === '' ? null : parse(text)) as T;
  };
}

function readProblem({ status, headers, url }: Response, text: string, baseUrl: string): MandateError {
  const { code, detail, type, errors } = Object(parse(text));
  if (typeof code !== 'string' || typeof detail !== 'string') {
    const said = `${url} answers with status ${status}, but not like Mandate. Check --url.`;
    return new ConnectionError({ code: 'unexpected_answer', detail: said, status });
  }
  const docsUrl = typeof type === 'string' ? new URL(type, baseUrl).href : null;
  const fields = { code, detail, status, docsUrl, requestId: headers.get('x-request-id') };
  return code === 'invalid_parameters'
    ? new InvalidParametersError({ ...fields, errors })
    : new MandateError(fields);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
