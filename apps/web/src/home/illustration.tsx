const HOT = [
  { y: 34, name: 'Phone', scope: 'Whole wallet', rights: 'full rights' },
  { y: 130, name: 'Ticket app', scope: 'Token #4181', rights: 'full rights' },
  { y: 226, name: 'Claim bot', scope: 'Whole contract', rights: 'only “claim”' },
];
const MIDDLE = 130;

/** Three hot wallets and what each may do for a cold one. Decorative: the text beside it says the same. */
export function Illustration() {
  return (
    <svg className="illustration" viewBox="0 0 560 280" aria-hidden="true">
      {HOT.map(({ y, name, scope, rights }) => (
        <g key={name}>
          <path className="illustration__edge" d={`M132 ${y}H220`} />
          <path
            className="illustration__edge"
            d={`M350 ${y}C396 ${y} 376 130 426 130`}
            {...(y === MIDDLE && { markerEnd: 'url(#illustration-arrow)' })}
          />
          <rect className="illustration__hot" x="0.5" y={y - 24} width="132" height="48" rx="12" />
          <circle className="illustration__dot" cx="24" cy={y} r="6" />
          <text className="illustration__name" x="42" y={y + 5}>
            {name}
          </text>
          <text className="illustration__rights" x="176" y={y - 8} textAnchor="middle">
            {rights}
          </text>
          <rect className="illustration__scope" x="220" y={y - 18} width="130" height="36" rx="9" />
          <text x="285" y={y + 5} textAnchor="middle">
            {scope}
          </text>
        </g>
      ))}
      <defs>
        <marker
          id="illustration-arrow"
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path className="illustration__arrow" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      <rect className="illustration__cold" x="428" y="88" width="131" height="84" rx="16" />
      <text className="illustration__cold-text" x="493" y="126" textAnchor="middle">
        Cold wallet
      </text>
      <text className="illustration__cold-text" x="493" y="147" textAnchor="middle" opacity="0.85">
        stays offline
      </text>
    </svg>
  );
}
