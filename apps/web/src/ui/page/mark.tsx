/** The logo: two wallets and a line between them. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <g fill="none" stroke="var(--on-accent)" strokeLinecap="round">
        <path d="M9.5 20.5C9.5 9 22.5 9 22.5 18" strokeWidth="2.6" />
        <circle cx="22.5" cy="21.5" r="3.4" strokeWidth="2.6" />
        <circle cx="9.5" cy="21.5" r="3.4" fill="var(--on-accent)" strokeWidth="2.6" />
      </g>
    </svg>
  );
}
