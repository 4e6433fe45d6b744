/** Writes a question as code to copy. Each snippet runs unchanged. */

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A call of the API and of the SDK. */
export interface Call {
  readonly path: string;
  /** In the API's order. The values are addresses, digits, hex, words and times, so none needs escaping. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly functionName: string;
  /** The same parameters as code for the SDK. */
  readonly fields: readonly (readonly [name: string, code: string])[];
  /** Contains `rightsFromText` if a right was given by name. */
  readonly imports: readonly string[];
  /** The fields taken from the SDK's result, and the expression that prints them. */
  readonly result: readonly [taken: string, shown: string];
  /** True when the answer is for one block, which a header names. */
  readonly isOfBlock: boolean;
  /** Warns what may be unknown in a 200 answer. The SDK throws in this case, unless the value itself can be unknown. */
  readonly caution?: string;
  /** True when the SDK returns an unknown answer as null. */
  readonly hasUnknownValue?: boolean;
}

export function writeSnippet(language: Language, call: Call, baseUrl: string): string {
  if (language === 'curl') return writeCurl(call, baseUrl);
  if (language === 'TypeScript') return writeTypeScript(call, baseUrl);
  return language === 'Python' ? writePython(call, baseUrl) : writeGo(call, baseUrl);
}

function writeCurl({ path, parameters }: Call, baseUrl: string): string {
  const sent = parameters.map((pair) => `  -d ${pair.join('=')}`);
  return [`curl --fail-with-body -sSG '${baseUrl}${path}'`, ...sent].join(' \\\n');
}

function writeTypeScript(call: Call, baseUrl: string): string {
  const { functionName, fields, imports, result, caution, hasUnknownValue } = call;
  const names = [functionName, 'createClient', ...imports].sort();
  const [taken, shown] = result;
  return `import { ${names.join(', ')} } from '@mandate/sdk';

const client = createClient({ baseUrl: '${baseUrl}' });
// Throws when the answer is unknown. Never treat that as a no.${hasUnknownValue ? `\n// ${caution}` : ''}
const ${taken} = await ${functionName}(client, {
${fields.map(([name, code]) => `  ${name}: ${code},`).join('\n')}
});
console.log(${shown});`;
}

function writePython({ path, parameters, isOfBlock, caution }: Call, baseUrl: string): string {
  const entries = parameters.map(([name, value]) => `    "${name}": "${value}",`);
  const block = isOfBlock ? ', "at block", answer.headers["X-Block-Number"]' : '';
  return `import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({
${entries.join('\n')}
})
# Raises HTTPError where the answer is not known. Never take that for a no.${caution ? `\n# ${caution}` : ''}
with urlopen(f"${baseUrl}${path}?{query}", timeout=10) as answer:
    print(json.load(answer)${block})`;
}

function writeGo({ path, parameters, isOfBlock, caution }: Call, baseUrl: string): string {
  const width = Math.max(...parameters.map(([name]) => name.length));
  // Aligns the values as gofmt does.
  const entries = parameters.map(
    ([name, value]) => `\t\t"${name}": ${' '.repeat(width - name.length)}{"${value}"},`,
  );
  const print = isOfBlock
    ? 'fmt.Printf("%s at block %s\\n", body, answer.Header.Get("X-Block-Number"))'
    : 'fmt.Printf("%s\\n", body)';
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
	answer, err := http.Get("${baseUrl}${path}?" + query.Encode())
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	// Any other status means that the answer is unknown. Never treat it as a no.
	if answer.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", answer.Status, body)
	}
	${caution ? `// ${caution}\n\t` : ''}${print}
}`;
}
