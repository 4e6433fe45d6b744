/** The attacks of whoever has a whole IPv6 /48, and those on the state of the service and on the nodes. */
import { getKey, type Means } from './means.ts';
import { repeatPerSecond } from './pace.ts';
import { type Attack, RATES } from './rates.ts';

const HISTORIAN = '198.51.100.6';
const BURNER = '198.51.100.7';
const MAX_HOURS = 720;

export function startNetworkAttacks(means: Means): void {
  const { check } = means.orders;
  const { networks } = RATES.networkFlood;
  repeat(means, 'networkFlood', (i) => ({ path: check, headers: fromNetwork(2, i % networks) }));
  repeat(means, 'networkClients', (i) => ({ path: check, headers: fromNetwork(3, i) }));
  repeat(means, 'historyHours', (i) => ({
    path: `/status/history?hours=${1 + (i % MAX_HOURS)}`,
    headers: { 'x-forwarded-for': HISTORIAN },
  }));
  const nextTokens = createTokens(means);
  repeat(means, 'networkNames', (i) => ({ path: nextTokens(), headers: fromNetwork(4, i) }));
  void burnWithKey(means, nextTokens);
}

async function burnWithKey(means: Means, nextTokens: () => string): Promise<void> {
  const key = await getKey(means, BURNER);
  if (!key) return;
  const headers = { 'x-forwarded-for': BURNER, 'x-api-key': key };
  repeat(means, 'burningNames', () => ({ path: nextTokens(), headers }));
}

type Paced = { [A in Attack]: (typeof RATES)[A] extends { readonly perS: number } ? A : never }[Attack];

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function repeat({ ask, notes }: Means, attack: Paced, create: (number: number) => Request): void {
  let sent = 0;
  repeatPerSecond(RATES[attack].perS, async () => {
    notes.sent(attack);
    notes.status(attack, (await ask(create(sent++))).status);
  });
}

const fromNetwork = (network: number, number: number) => ({
  'x-forwarded-for': `2001:db8:${network}:${(number & 0xffff).toString(16)}::1`,
});

/** Returns paths about tokens that nobody asked about before. */
function createTokens({ orders: { chainId, burningToken } }: Means): () => string {
  let token = 1;
  const next = () => `${chainId}:${burningToken}:${token++}`;
  return () => `/names?of=${Array.from({ length: RATES.burningNames.tokens }, next).join()}`;
}
