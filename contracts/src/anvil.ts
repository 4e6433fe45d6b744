import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const START_TIMEOUT_MS = 20_000;

export interface Anvil {
  readonly url: string;
  stop(): Promise<void>;
}

/** Ended together with this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const anvil of running) anvil.kill('SIGKILL');
});

export interface AnvilOptions {
  readonly chainId: number;
  readonly finalityBlocks: number;
  /** 0: any free port. */
  readonly port: number;
  /** The time of block 0, in seconds. `null` for the present. */
  readonly startsAt: number | null;
}

/** Starts an anvil. It mines only on request, charges no fees and signs for every wallet. */
export async function startAnvil({ chainId, finalityBlocks, port, startsAt }: AnvilOptions): Promise<Anvil> {
  const anvil = spawn(
    findBinary(),
    [
      ...['--port', String(port), '--chain-id', String(chainId), '--accounts', '0'],
      ...(startsAt === null ? [] : ['--timestamp', String(startsAt)]),
      ...[
        '--no-mining',
        '--order',
        'fifo',
        '--slots-in-an-epoch',
        String(finalityBlocks / 2),
        '--auto-impersonate',
      ],
      ...['--block-base-fee-per-gas', '0', '--gas-price', '0', '--disable-min-priority-fee'],
      ...['--disable-block-gas-limit', '--no-request-size-limit'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  running.add(anvil);
  const stop = async () => {
    running.delete(anvil);
    if (anvil.pid === undefined || anvil.exitCode !== null || anvil.signalCode !== null) return;
    anvil.kill('SIGKILL');
    await once(anvil, 'exit');
  };
  try {
    return { url: await readUrl(anvil), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DOWNLOAD = 'TARGET_TOOL=anvil node node_modules/@foundry-rs/anvil/postinstall.mjs';

/**
 * The npm package wraps the binary in a script. Started directly, the process is ours to stop. It is in a package of its
 * platform, or where the package's own install script puts it, which npm does not run here: it downloads a binary that the
 * lockfile does not name.
 */
export function findBinary(manifest = import.meta.resolve('@foundry-rs/anvil/package.json')): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const { resolve } = createRequire(manifest);
  for (const path of [`@foundry-rs/anvil-${platform}/bin/${name}`, `./${name}`]) {
    try {
      return resolve(path);
    } catch {}
  }
  throw new Error(
    `anvil is not installed for ${platform}. Run npm ci. If npm has no package for this platform, run: ${DOWNLOAD}`,
  );
}

async function readUrl(anvil: ChildProcess): Promise<string> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  const said: string[] = [];
  const url = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`anvil ${why}. Its output:\n${said.join('\n')}`));
    anvil.once('error', (error) => fail(error.message));
    anvil.once('exit', (code) => fail(`ended with code ${code} before it listened`));
    deadline.addEventListener('abort', () => fail(`did not listen within ${START_TIMEOUT_MS} ms`));
    if (!anvil.stdout) return fail('has no output');
    createInterface(anvil.stdout).on('line', (line) => {
      said.push(line);
      const address = /^Listening on (\S+)/.exec(line)?.[1];
      if (address) resolve(`http://${address}`);
    });
  });
  return url;
}
