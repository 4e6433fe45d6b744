import './phone-panel.css';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import { WALLET_APPS } from './wallet-apps.ts';

/** White modules around a code, which cameras need. */
const QUIET_ZONE = 4;

/** The page and its action as a code for a phone's camera, and as links for wallet apps. */
export function PhonePanel({ path }: { path: string }) {
  const page = new URL(path, location.origin);
  return (
    <div className="phone-panel row row--top">
      <QrCode text={page.href} />
      <div className="stack stack--m grow">
        <p>
          <strong>Scan this with your phone’s camera.</strong> It opens the same action. Open the link in the
          browser of your wallet app.
        </p>
        {isLocal(page) && (
          <p className="note" data-tone="warn">
            This page runs on your own computer, where a phone does not find it.
          </p>
        )}
        <p className="quiet">On the phone itself, open it in your wallet app:</p>
        <ul className="row">
          {WALLET_APPS.map(({ name, linkTo }) => (
            <li key={name}>
              <a href={linkTo(page)} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <CopyTextButton text={page.href} label="Copy link" />
      </div>
    </div>
  );
}

const isLocal = ({ hostname }: URL) => /^(localhost|127\..*|\[::1\])$/.test(hostname);

function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className="phone-panel__code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of this page and action"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'L', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
