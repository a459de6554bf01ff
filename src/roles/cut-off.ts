import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { RoleBoard } from '#src/store/model/role-report.ts';
import { SHARD_ROLE_PREFIX } from '#src/store/model/shard-key.ts';
import { shardReportJson } from '#src/store/role-reports.ts';

/** How often it looks whether Discord answers. */
const LOOK_EVERY_MS = 5_000;
/** Without an answer for so long, it asks. */
const SILENT_MS = 15_000;
/** The process counts as cut off when so many questions in a row had no answer. */
const UNANSWERED = 2;

/** Whether a process other than this one says that a shard of it receives events. */
export const isAnotherConnected = ({ held }: Pick<RoleBoard, 'held'>, self: string): boolean =>
  held.some(
    ({ role, holder, report }) =>
      role.startsWith(SHARD_ROLE_PREFIX) &&
      holder !== self &&
      report !== null &&
      shardReportJson.read(report.text).isReady,
  );

/** Whether this process cannot reach Discord while another one can. Disposing of it ends the watch. */
export interface CutOff extends AsyncDisposable {
  isCutOff(): boolean;
}

/**
 * Watches whether Discord answers this process. Where it does not, while another process is connected, the roles are
 * left to the others until it answers again: a connection to the database alone keeps leases, but posts nothing. While
 * Discord answers nobody, everything stays where it is.
 * @param deps.silentForMs time since Discord's last answer; `ask`: asks Discord anything, and rejects without an
 * answer; `isAnotherConnected`: whether another process is connected to Discord; `leave`: gives the roles up; `onBack`:
 * they may be taken again
 */
export function detectCutOff(deps: {
  readonly silentForMs: () => number;
  readonly ask: () => Promise<unknown>;
  readonly isAnotherConnected: () => Promise<boolean>;
  readonly leave: () => Promise<void>;
  readonly onBack: () => void;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Logger;
}): CutOff {
  const { silentForMs, clock, log } = deps;
  const stopping = new AbortController();
  let unanswered = 0;
  let isCutOff = false;

  async function answers(): Promise<boolean> {
    if (silentForMs() < SILENT_MS) return true;
    try {
      await deps.ask();
      return true;
    } catch (error) {
      log.debug({ err: error }, 'Discord did not answer');
      // An answer that is a refusal counts, too.
      return silentForMs() < SILENT_MS;
    }
  }

  async function poll(): Promise<void> {
    if (await answers()) {
      unanswered = 0;
      if (!isCutOff) return;
      isCutOff = false;
      log.info('Discord reachable again');
      deps.onBack();
      return;
    }
    unanswered += 1;
    if (isCutOff || unanswered < UNANSWERED || !(await deps.isAnotherConnected())) return;
    isCutOff = true;
    log.warn('Discord unreachable; roles released');
    await deps.leave();
  }

  async function keepPolling(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await poll();
      } catch (error) {
        log.warn({ err: error }, 'check for a connected process failed');
      }
    }
  }
  const polling = keepPolling();

  return {
    isCutOff: () => isCutOff,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await polling;
    },
  };
}
