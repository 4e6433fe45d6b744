/** The same question as code to copy. Each runs as it stands. */
import type { Question } from './check-kinds.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

export function writeSnippet(language: Language, question: Question, baseUrl: string): string {
  if (language === 'curl') return writeCurl(question, baseUrl);
  if (language === 'TypeScript') return writeTypeScript(question, baseUrl);
  return language === 'Python' ? writePython(question, baseUrl) : writeGo(question, baseUrl);
}

/** None of it needs escaping: addresses, digits and hex. */
function listParameters({ check, chainId, to, from, contract, tokenId, rights }: Question) {
  const [toName, fromName] = check.parties;
  const all: [string, string | undefined][] = [
    [toName, to],
    [fromName, from],
    ['contract', contract],
    ['tokenId', tokenId?.toString()],
    ['rights', rights],
    ['chainId', String(chainId)],
  ];
  return all.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

function writeCurl(question: Question, baseUrl: string): string {
  const parameters = listParameters(question).map((pair) => `  -d ${pair.join('=')}`);
  return [`curl --fail-with-body -sSG '${baseUrl}${question.check.path}'`, ...parameters].join(' \\\n');
}

function writeTypeScript(question: Question, baseUrl: string): string {
  const { check, chainId, to, from, contract, tokenId, rights, rightsText } = question;
  const fields: [string, string | undefined][] = [
    ['chainId', String(chainId)],
    ['to', `'${to}'`],
    ['from', `'${from}'`],
    ['contract', contract && `'${contract}'`],
    ['tokenId', tokenId !== undefined ? `${tokenId}n` : undefined],
    ['rights', rightsText ? `rightsFromText(${quote(rightsText)})` : rights && `'${rights}'`],
  ];
  const names = [check.functionName, 'createClient', ...(rightsText ? ['rightsFromText'] : [])];
  return `import { ${names.join(', ')} } from '@mandate/sdk';

const client = createClient({ baseUrl: '${baseUrl}' });
// Throws where the answer is not known. Never take that for a no.
const { value, block } = await ${check.functionName}(client, {
${fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name}: ${value},`])).join('\n')}
});
console.log(value, 'at block', block.number);`;
}

function quote(text: string): string {
  return /['\\]|[^\x20-\x7e]/.test(text) ? JSON.stringify(text) : `'${text}'`;
}

function writePython(question: Question, baseUrl: string): string {
  const entries = listParameters(question).map(([name, value]) => `    "${name}": "${value}",`);
  return `import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({
${entries.join('\n')}
})
# Raises HTTPError where the answer is not known. Never take that for a no.
with urlopen(f"${baseUrl}${question.check.path}?{query}", timeout=10) as answer:
    print(json.load(answer), "at block", answer.headers["X-Block-Number"])`;
}

function writeGo(question: Question, baseUrl: string): string {
  const parameters = listParameters(question);
  const width = Math.max(...parameters.map(([name]) => name.length));
  // As gofmt has it: the values in one column.
  const entries = parameters.map(
    ([name, value]) => `\t\t"${name}": ${' '.repeat(width - name.length)}{"${value}"},`,
  );
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
)

func main() {
	query := url.Values{
${entries.join('\n')}
	}
	answer, err := http.Get("${baseUrl}${question.check.path}?" + query.Encode())
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	// Any other status says that the answer is not known. Never take it for a no.
	if answer.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", answer.Status, body)
	}
	fmt.Printf("%s at block %s\\n", body, answer.Header.Get("X-Block-Number"))
}`;
}
