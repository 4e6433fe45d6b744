/** Compiles `solidity/` into `artifacts/`. With `--check`, reports whether the artifacts are up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const CONTRACTS = {
  v1: 'RegistryV1',
  v2: 'RegistryV2',
  'smart-wallet': 'SmartWallet',
  'signing-wallet-factory': 'SigningWalletFactory',
  'sample-erc721': 'SampleErc721',
  'sample-erc1155': 'SampleErc1155',
  'sample-erc20': 'SampleErc20',
  'hostile-token': 'HostileToken',
  'enumerable-erc721': 'EnumerableErc721',
  'batch-erc721': 'BatchErc721',
  'hostile-collection': 'HostileCollection',
  'name-registry': 'NameRegistry',
  'name-resolver': 'NameResolver',
  'exclusive-resolver': 'ExclusiveResolver',
} as const;
/** Contracts with a constructor: the artifact has the code that runs it, too. */
const CONSTRUCTED: readonly string[] = ['exclusive-resolver'];
/** Sources that the contracts import. */
const IMPORTED = ['Pictured', 'Collection'];

const source = (name: string) => new URL(`../solidity/${name}.sol`, import.meta.url);
const artifact = (name: string) => new URL(`../artifacts/${name}.json`, import.meta.url);

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<
    string,
    Record<string, { evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >;
}

function compile(): Map<string, string> {
  const names = [...Object.values(CONTRACTS), ...IMPORTED];
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      names.map((name) => [`${name}.sol`, { content: readFileSync(source(name), 'utf8') }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)));
  if (output.errors?.length) throw new Error(output.errors.map((e) => e.formattedMessage).join('\n'));
  return new Map(
    Object.entries(CONTRACTS).map(([file, name]) => {
      const { bytecode, deployedBytecode } = output.contracts?.[`${name}.sol`]?.[name]?.evm ?? {};
      if (!bytecode || !deployedBytecode) throw new Error(`solc returned no code for ${name}`);
      const artifact = {
        ...(CONSTRUCTED.includes(file) ? { bytecode: `0x${bytecode.object}` } : {}),
        deployedBytecode: `0x${deployedBytecode.object}`,
      };
      return [file, `${JSON.stringify(artifact)}\n`];
    }),
  );
}

function readArtifact(file: string): string | null {
  try {
    return readFileSync(artifact(file), 'utf8');
  } catch {
    return null;
  }
}

const compiled = compile();
if (process.argv.includes('--check')) {
  const stale = [...compiled].filter(([file, text]) => readArtifact(file) !== text).map(([file]) => file);
  if (stale.length > 0) {
    console.error(`contracts/artifacts is not what solidity/ compiles to: ${stale.join(', ')}.`);
    console.error('Run: npm run build:contracts');
    process.exit(1);
  }
} else {
  for (const [file, text] of compiled) writeFileSync(artifact(file), text);
  console.log(`compiled ${[...compiled.keys()].join(', ')} into contracts/artifacts`);
}
