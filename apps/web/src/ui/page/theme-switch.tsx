import { useState } from 'react';

type Theme = 'light' | 'dark';

const current = (): Theme => {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Follows the system until it is used. `public/theme.js` applies the stored choice. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(current);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const change = () => {
    document.documentElement.dataset['theme'] = other;
    try {
      localStorage.setItem('theme', other);
    } catch {
      // Storage is blocked, so the choice lasts for this visit only.
    }
    setTheme(other);
  };
  return (
    <button type="button" className="icon-button" onClick={change} aria-label={`Use the ${other} theme`}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
      </svg>
    </button>
  );
}
