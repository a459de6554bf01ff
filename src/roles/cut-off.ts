import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { RoleBoard } from '#src/store/model/role-report.ts';
import { SHARD_ROLE_PREFIX } from '#src/store/model/shard-key.ts';
import { shardReportJson } from '#src/store/role-reports.ts';

/** Interval between checks whether Discord answers. */
const LOOK_EVERY_MS = 5_000;
/** After this long without an answer, the process sends a request. */
const SILENT_MS = 15_000;
/** Number of consecutive requests without an answer after which the process counts as cut off. */
const UNANSWERED = 2;

/** Returns whether another process reports a shard that receives events. */
export const isAnotherConnected = ({ held }: Pick<RoleBoard, 'held'>, self: string): boolean =>
  held.some(
    ({ role, holder, report }) =>
      role.startsWith(SHARD_ROLE_PREFIX) &&
      holder !== self &&
      report !== null &&
      shardReportJson.read(report.text).isReady,
  );

/** Whether this process cannot reach Discord while another one can. Disposing of it stops the checks. */
export interface CutOff extends AsyncDisposable {
  isCutOff(): boolean;
}

/**
 * Detects that Discord does not answer this process while another process is connected. The roles are then left to the
 * others until Discord answers again, because a connection to the database alone keeps leases but cannot post. While
 * Discord answers no process, nothing changes.
 * @param deps.silentForMs time since Discord's last answer; `ask`: sends a request to Discord, and rejects without an
 * answer; `isAnotherConnected`: whether another process is connected to Discord; `leave`: gives the roles up; `onBack`:
 * called when they may be taken again
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
      // A refusal is an answer too.
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
