import { lazy, Suspense, useState } from 'react';

const PhonePanel = lazy(async () => ({ default: (await import('./phone-panel.tsx')).PhonePanel }));

/** Offers this page and action to a phone. The code that draws loads when it is asked for. */
export function OpenOnPhone({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link-button"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        Open on your phone
      </button>
      {isOpen && (
        <Suspense fallback={<p className="quiet">Drawing the code…</p>}>
          <PhonePanel path={path} />
        </Suspense>
      )}
    </>
  );
}
