import { ConnectionError, MandateError } from '@mandate/sdk';

export interface Failure {
  readonly title: string;
  /** What to do next. */
  readonly next: string;
  /** Whether asking again may help. */
  readonly passes: boolean;
}

const AGAIN = 'This page asks again every few seconds.';

const KNOWN: Readonly<Record<string, Failure>> = {
  rate_limited: {
    title: 'Too many questions at once',
    next: `Without a key, a few requests are answered every ten seconds. ${AGAIN}`,
    passes: true,
  },
  chain_not_ready: {
    title: 'This chain is still being read',
    next: `Nothing can be said before its whole history is known. ${AGAIN}`,
    passes: true,
  },
  chain_lagging: {
    title: 'What is known of this chain is too old',
    next: `The service would rather say nothing than something outdated. ${AGAIN}`,
    passes: true,
  },
  chain_tainted: {
    title: 'This chain contradicted itself',
    next: 'It contradicts what was known of its final blocks. An operator has to look before anything is certain.',
    passes: true,
  },
  database_unavailable: {
    title: 'The ledger can not be read right now',
    next: AGAIN,
    passes: true,
  },
  overloaded: { title: 'The service has too much to do', next: AGAIN, passes: true },
  block_not_reached: {
    title: 'The chain is not read that far yet',
    next: `What stood then is known once a later block is. ${AGAIN}`,
    passes: true,
  },
  history_uncertain: {
    title: 'What stood then can not be known any more',
    next: 'A vault of registry v1 revoked without saying whom, and no node kept that state. Ask about now or another moment.',
    passes: false,
  },
  history_unverified: {
    title: 'The past of this chain is not verified yet',
    next: `It came from another operator, and is being compared with the chain. Ask about now, or wait. ${AGAIN}`,
    passes: true,
  },
  chain_not_supported: {
    title: 'This chain or registry is not served here',
    next: 'Choose another chain or registry above.',
    passes: false,
  },
};

/** What went wrong in words that help; an error is never shown as "nothing found". */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ConnectionError) {
    return {
      title: 'The service does not answer',
      next: `It may be down, or your connection is. ${AGAIN}`,
      passes: true,
    };
  }
  if (!(error instanceof MandateError)) {
    return {
      title: 'Something went wrong',
      next: error instanceof Error ? error.message : 'Load the page again.',
      passes: false,
    };
  }
  return describeCode(error.code, error.detail);
}

/** By the code of the service, where an answer has it for one of many chains. */
export function describeCode(code: string, detail: string): Failure {
  return (
    KNOWN[code] ?? {
      title: 'The service could not answer',
      next: detail,
      passes: code === 'internal_error',
    }
  );
}
