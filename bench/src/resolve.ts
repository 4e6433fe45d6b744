/**
 * Measures `resolve` for a wallet that strangers have granted very many other things, for each way of doing
 * so.
 */
import { measureAnswers, type Question } from './answers.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Part } from './part.ts';
import { startService } from './service.ts';
import { address } from './serving/data.ts';

/** Few enough to leave the process idle time: p99 then shows how long an answer takes, not how long it waits. */
const USUAL = { connections: 2, requests: 1 } as const;
/** The baseline: an answer that takes one lookup. */
const CHECK = 'a check';
const PAGE = 100;
/** The contract cc…7 with the right "claim": a question that every possible grant could answer. */
const THING = 7;
const CLAIM = '636c61696d';
const OTHER = '6f74686572';
/** The vaults that really grant it and must be found among the strangers. */
const VAULTS = 3;

interface Attack {
  readonly name: string;
  /** The nth stranger's grant: registry, kind, scope, rights, since, until. */
  readonly row: string;
  /** The number of wallets on the first page. */
  readonly found: number;
}

const ATTACKS: readonly Attack[] = [
  { name: 'over other contracts', row: `2, 4, 1000 + n, '', n, null::bigint`, found: VAULTS },
  { name: 'for other rights', row: `2, 2, ${THING}, '${OTHER}', n, null::bigint`, found: VAULTS },
  // Each is moved to its own token after the rows are written.
  { name: 'over other tokens', row: `2, 4, ${THING}, '', n, null::bigint`, found: VAULTS },
  { name: 'as amounts of it', row: `2, 5, ${THING}, '', n, null::bigint`, found: VAULTS },
  { name: 'and revoked it', row: `2, 2, ${THING}, '', n, n + 1`, found: VAULTS },
  { name: 'over whole wallets', row: `2, 1, 0, '', n, null::bigint`, found: PAGE },
  {
    name: 'in every way that satisfies',
    row: `1 + n % 2, (array[[1, 2, 3, 1], [1, 2, 4, 6]])[1 + n % 2][1 + n / 2 % 4], ${THING},
      case when n / 8 % 2 = 0 then '' else '${CLAIM}' end, n, null::bigint`,
    found: PAGE,
  },
];
const OTHER_TOKENS = 2;

export const resolve: Part = {
  about: 'who grants a wallet a token, when strangers have granted it very much else',
  baseline: ({ unit }) => (unit === 'p50 ms' ? { name: CHECK } : null),
  async measure(options, note) {
    const { rows, database, url, drop } = await createAttackedLedger(options.rows);
    const server = await startService(url);
    try {
      const subject = { who: '', rows, server, database };
      await measureAnswers([subject], QUESTIONS, options, note);
    } finally {
      await server.stop();
      await drop();
    }
  },
};

/**
 * The attacked wallets are bb…1, bb…2 and so on, with a tenth of all rows each; the other rows are ordinary.
 */
function createAttackedLedger(rows: number): Promise<Ledger> {
  const strangers = Math.floor(rows / 10);
  const columns = 'chain_id, "from", "to", registry, kind, thing, rights, since, until';
  const attacks = ATTACKS.flatMap(({ row }, i) => [
    `select 1, 1000 + n, ${i + 1}, ${row} from generate_series(1, ${strangers}) n`,
    `select 1, ${rows} + n, ${i + 1}, 2, 2, ${THING}, '', n, null::bigint from generate_series(1, ${VAULTS}) n`,
  ]);
  const rest = `select 1, n, 1000 + n, 2, 4, n, '', n, null::bigint
    from generate_series(1, ${rows - ATTACKS.length * strangers}) n`;
  const all = [...attacks, rest].join(' union all ');
  return createLedger({
    rows,
    select: `select chain_id, registry, kind, "from", "to", thing, rights, since, until from (${all}) r (${columns})`,
    more: `update delegation set token_id = 1000 + since_block
     where kind = 4 and to_address = '\\x${walletOf(OTHER_TOKENS).slice(2)}'`,
  });
}

const walletOf = (attack: number) => address('bb', attack + 1);
const contract = address('cc', THING);
const rights = `0x${CLAIM.padEnd(64, '0')}`;

const QUESTIONS: readonly Question[] = [
  {
    ...USUAL,
    name: CHECK,
    choose: () => ({ path: `/registry/v2/check/all?to=${walletOf(0)}&from=${walletOf(1)}` }),
  },
  ...ATTACKS.map(({ name, found }, i) => ({
    ...USUAL,
    name: `resolve ${name}`,
    choose: () => ({
      path: `/resolve?to=${walletOf(i)}&contract=${contract}&tokenId=${THING}&rights=${rights}`,
      expected: { wallets: found },
    }),
  })),
];
