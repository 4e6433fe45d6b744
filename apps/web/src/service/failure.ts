import { ConnectionError, MandateError } from '@mandate/sdk';

export interface Failure {
  readonly title: string;
  /** Tells the reader what to do next. */
  readonly next: string;
  /** True when trying again may help. */
  readonly passes: boolean;
}

const AGAIN = 'This page retries every few seconds.';

const KNOWN: Readonly<Record<string, Failure>> = {
  rate_limited: {
    title: 'Too many requests',
    next: `Without a key, the service answers 25 requests per 10 seconds. ${AGAIN}`,
    passes: true,
  },
  chain_not_ready: {
    title: 'This chain is still being read',
    next: `The service answers once it has read the chain’s whole history. ${AGAIN}`,
    passes: true,
  },
  chain_lagging: {
    title: 'The service is too far behind on this chain',
    next: `It does not answer from old data. ${AGAIN}`,
    passes: true,
  },
  chain_tainted: {
    title: 'This chain contradicted itself',
    next: 'It contradicts blocks that were final. Whoever runs this service has to decide how to continue.',
    passes: true,
  },
  database_unavailable: {
    title: 'The service cannot read its records',
    next: AGAIN,
    passes: true,
  },
  overloaded: { title: 'The service is overloaded', next: AGAIN, passes: true },
  block_not_reached: {
    title: 'This block has not been read yet',
    next: `The answer is known once the service has read a later block. ${AGAIN}`,
    passes: true,
  },
  history_uncertain: {
    title: 'What was true then cannot be known',
    next: 'Nobody the service asks still has what shows whom a vault revoked in registry v1, or when the block was. Choose now or another time.',
    passes: false,
  },
  history_unverified: {
    title: 'The history of this chain is not verified yet',
    next: `It was imported and is being compared with the chain. Choose now, or wait. ${AGAIN}`,
    passes: true,
  },
  under_audit: {
    title: 'This vault is under audit',
    next: 'The service found that its records of this vault differ from the chain, and answers nothing about it until they are repaired. Ask the registry contract, or another service.',
    passes: true,
  },
  chain_not_supported: {
    title: 'This chain or registry is not supported',
    next: 'Choose another chain or registry above.',
    passes: false,
  },
};

/** Tells whether an error takes earlier answers back: the records that they came from are wrong. */
export function withdrawsAnswers(error: unknown): boolean {
  return error instanceof MandateError && error.code === 'under_audit';
}

/** Describes an error to the reader. An error is never shown as "nothing found". */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ConnectionError) {
    return {
      title: 'The service does not answer',
      next: `The service or your connection may be down. ${AGAIN}`,
      passes: true,
    };
  }
  if (!(error instanceof MandateError)) {
    return {
      title: 'Something went wrong',
      next: error instanceof Error ? error.message : 'Reload the page.',
      passes: false,
    };
  }
  return describeCode(error.code, error.detail);
}

/** Describes an error code, e.g. of one chain among many. */
export function describeCode(code: string, detail: string): Failure {
  return (
    KNOWN[code] ?? {
      title: code === 'invalid_parameters' ? 'This was not accepted' : 'The service could not answer',
      next: detail,
      passes: code === 'internal_error',
    }
  );
}
