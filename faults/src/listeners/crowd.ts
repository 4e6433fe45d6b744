/** The processes that listen, as one. */
import { once } from 'node:events';
import type { Stage } from '../stage.ts';
import type { ListenOrder, ListenReport } from './messages.ts';

const PROCESSES = 2;

export type Crowd = ReturnType<typeof startCrowd>;

export function startCrowd(stage: Stage) {
  const processes = Array.from(
    { length: PROCESSES },
    () => stage.fork('listeners/listening', () => {}).process,
  );
  const tell = (order: ListenOrder) => processes.map((each) => each.send(order));
  const answers = () => Promise.all(processes.map((each) => once(each, 'message')));

  let delays: number[] = [];

  return {
    /** Resolves when all streams were opened. */
    async open(url: string, wallets: readonly (string | null)[], fromStart: boolean): Promise<void> {
      const opened = answers();
      for (const [i, each] of processes.entries()) {
        const own = wallets.filter((_, index) => index % PROCESSES === i);
        each.send({ order: 'open', url, wallets: own, fromStart } satisfies ListenOrder);
      }
      await opened;
    },
    cut: (share: number) => tell({ order: 'cut', share }),
    close: () => tell({ order: 'close' }),
    /** Forgets the delays that were reported. */
    clear(): void {
      delays = [];
    },
    /** Returns what each stream got, in the order in which they were opened, and the delays of all. */
    async report() {
      const answered = answers();
      tell({ order: 'report' });
      const reports = (await answered).map(([report]) => report as ListenReport);
      const most = Math.max(...reports.map(({ heard }) => heard.length));
      const heard = Array.from({ length: most }, (_, i) => reports.flatMap((each) => each.heard[i] ?? []));
      for (const { delays: some } of reports)
        for (const [ms, count] of Object.entries(some))
          for (let i = 0; i < count; i++) delays.push(Number(ms));
      const ended = reports.reduce((sum, report) => sum + report.ended, 0);
      return { heard: heard.flat(), delays, ended };
    },
  };
}
