import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi';
import { Gate } from './gate.tsx';

export function App() {
  const { address } = useConnection();
  const { mutate: disconnect } = useDisconnect();
  return (
    <main>
      <h1>Night Trams Club</h1>
      {address ? (
        <>
          <Gate wallet={address} />
          <footer>
            {address}{' '}
            <button type="button" onClick={() => disconnect()}>
              Disconnect
            </button>
          </footer>
        </>
      ) : (
        <Connect />
      )}
    </main>
  );
}

function Connect() {
  const connectors = useConnectors();
  const { mutate: connect, error } = useConnect();
  return (
    <>
      <p>Members hold a Night Tram, in this wallet or in a vault that delegated to it.</p>
      {connectors.map((connector) => (
        <button type="button" key={connector.uid} onClick={() => connect({ connector })}>
          {connector.id === 'mock' ? 'Come as mira.eth' : connector.name}
        </button>
      ))}
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}
