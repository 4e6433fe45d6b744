/**
 * Asks a service that has just started: `<url> [examples.json]`. Each example has to be answered as it promises. Without
 * examples nobody knows the answers, so each chain has to answer, or to say that it is not read yet.
 */
import { readFileSync } from 'node:fs';

interface Example {
  readonly question: string;
  readonly answer: string;
  readonly path: string;
}

const [url = '', file] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);
const failures = await (file ? askExamples(JSON.parse(readFileSync(file, 'utf8'))) : askEachChain());
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function askExamples(examples: readonly Example[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { question, answer, path } of examples) {
    const response = await fetch(url + path);
    const body = await response.text();
    const said =
      response.ok && answer.endsWith(' delegations') ? `${JSON.parse(body).length} delegations` : body;
    if (said !== answer) failed.push(`${url + path} answered ${said}, not ${answer}.`);
    else say(`${question} ${answer}, at block ${response.headers.get('x-block-number')}`);
  }
  return failed;
}

async function askEachChain(): Promise<string[]> {
  const networks = (await (await fetch(`${url}/networks`)).json()) as readonly { readonly chainId: number }[];
  const failed: string[] = [];
  const [to, from] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`];
  for (const { chainId } of networks) {
    const response = await fetch(`${url}/registry/v2/check/all?to=${to}&from=${from}&chainId=${chainId}`);
    const body = await response.text();
    if (response.ok) say(`chain ${chainId}: ${body}, at block ${response.headers.get('x-block-number')}`);
    else if (response.status === 503) say(`chain ${chainId}: ${JSON.parse(body).detail}`);
    else failed.push(`Chain ${chainId} was answered with ${response.status}: ${body}`);
  }
  return failed;
}
