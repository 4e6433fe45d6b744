import type { Readiness } from '@mandate/config';

/**
 * Asks all processes. The service is ready if one of them is: a process that hangs or has died is replaced, and the
 * others answer meanwhile.
 */
export async function gatherReadiness(asks: Iterable<() => Promise<Readiness>>): Promise<Readiness> {
  let refusal: Readiness = { isReady: false, body: { status: 'no process answers' } };
  const askOne = async (ask: () => Promise<Readiness>) => {
    const said = await ask();
    if (said.isReady) return said;
    refusal = said;
    throw new Error('not ready');
  };
  return Promise.any([...asks].map(askOne)).catch(() => refusal);
}
