import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../service/client.ts';
import { Code } from '../ui/copy/code.tsx';
import { CopyTextButton } from '../ui/copy/copy-text-button.tsx';
import { Segments } from '../ui/form/segments.tsx';
import { type Call, LANGUAGES, type Language, writeSnippet } from './question/snippets.ts';

const NEEDS: Readonly<Record<Language, string>> = {
  curl: 'curl 7.76 or later. It fails on any status but 200 and prints the reason.',
  TypeScript: 'The package @mandate/sdk. The quickstart of the documentation installs it.',
  Python: 'Python 3. Nothing to install.',
  Go: 'Go 1.16 or later. Nothing to install.',
};

interface SnippetCardProps {
  readonly call: Call;
  /** False for v1, which has no keys. */
  readonly takesKeys: boolean;
}

export function SnippetCard({ call, takesKeys }: SnippetCardProps) {
  const [language, setLanguage] = useState<Language>('curl');
  const code = writeSnippet(language, call, client.baseUrl);
  return (
    <section className="card stack" aria-label="Copy as code">
      <div className="row row--apart">
        <h2>Copy as code</h2>
        <Segments
          label="Language"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((one) => ({ value: one, text: one }))}
        />
      </div>
      <Code text={code} label={`The question in ${language}`} />
      <div className="row row--apart">
        <p className="hint grow">
          {NEEDS[language]}
          {language === 'curl' && call.caution && ` ${call.caution}`}
        </p>
        <CopyTextButton key={language} text={code} label={`Copy ${language}`} />
      </div>
      <p className="hint foot">
        Without a key, the limit is 25 requests per 10 seconds.{' '}
        {takesKeys ? (
          <>
            For more, send one of your <Link to="/developer">keys</Link> in the header <code>X-API-KEY</code>.
          </>
        ) : (
          'Keys work for registry v2 only.'
        )}
      </p>
    </section>
  );
}
