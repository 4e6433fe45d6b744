/** The contract of an operation. Its route, its limits, its metrics and its documentation are made from it. */
import type { FastifyContextConfig } from 'fastify';
import type { Parameters } from '../request/read-parameters.ts';
import type { Form } from './forms/form.ts';

export interface Operation<P extends Parameters = Parameters>
  extends Pick<
    FastifyContextConfig,
    'weight' | 'takesKeys' | 'takesKeyInUrl' | 'ofService' | 'heavy' | 'units' | 'countsRest'
  > {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: 'v1' | 'v2' | 'beyond' | 'service';
  readonly summary: string;
  readonly description?: string;
  readonly parameters: P;
  /** The form of the body, if it takes one, how long that may be, and what reads it. */
  readonly body?: {
    readonly form: Form;
    readonly maxBytes: number;
    readonly read: (bytes: Buffer) => unknown;
  };
  readonly answer: {
    readonly description: string;
    /** The media types of a 200, each with its form. */
    readonly content: Readonly<Record<string, Form>>;
    readonly headers?: readonly string[];
  };
  /** The errors that are possible: the ledger can't be read, or what is named is not there either, or none. Without it, any of the interface's is. */
  readonly fails?: 'unavailable' | 'absent' | 'never';
}

export const json = (form: Form) => ({ 'application/json': form });
