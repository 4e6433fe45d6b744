/** Shown until the form was reviewed. */
export function WhatGrantsDo() {
  return (
    <section className="what-grants-do" aria-labelledby="what-grants-do">
      <h2 id="what-grants-do">What a delegation does</h2>
      <ul>
        <li>
          <h3>It is a statement</h3>
          <p>
            It says that a wallet may act for the vault. Applications read it. It moves nothing and approves
            no transfer.
          </p>
        </li>
        <li>
          <h3>The narrowest scope that works is the best</h3>
          <p>
            A contract or a single token is often enough. A delegation of the whole wallet covers all of it,
            also what you buy later.
          </p>
        </li>
        <li>
          <h3>It lasts until you revoke it</h3>
          <p>
            It holds on one chain and in one registry. Most applications read both registries. Choose v2 for a
            new one.
          </p>
        </li>
      </ul>
    </section>
  );
}
