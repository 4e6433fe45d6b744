/** Journeys through the world of `npm run dev`, which they share. Those that write do not meet, and come last. */
import './sample-world/history.ts';
import './sample-world/assistants.ts';
import './sample-world/printed-examples.ts';
import './sample-world/airdrop-server.ts';
import './sample-world/other-languages.ts';
import './sample-world/token-gate.ts';
import './sample-world/feed-worker.ts';
