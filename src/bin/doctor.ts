import { resolve } from 'node:path';
import { systemClock } from '#src/chain/clock.ts';
import { bad, type Check, printResults } from '#src/doctor/check-result.ts';
import { readLiveArguments } from '#src/doctor/live/arguments.ts';
import { PROBES } from '#src/doctor/live/probes.ts';
import { runProbes } from '#src/doctor/live/run-probes.ts';
import { createTerminal, reportWriter } from '#src/doctor/live/terminal.ts';
import { runChecks } from '#src/doctor/run-checks.ts';

const setup = { envFile: resolve('.env'), environment: process.env };
const terminal = createTerminal(Date.now);

async function* reportMistake(mistake: string): Check {
  yield bad(mistake, 'See docs/operating.md.');
}

/** Aborts on the first signal, or when nobody reads the output any more. The second signal ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  process.stdout.on('error', () => stop.abort());
  return stop.signal;
}

function chooseChecks(): Check {
  const args = readLiveArguments(process.argv.slice(2));
  if (args === null) return runChecks({ ...setup, now: Date.now });
  if ('mistake' in args) return reportMistake(args.mistake);
  const signal = stopSignal();
  return runProbes({
    ...setup,
    args,
    probes: PROBES,
    clock: systemClock,
    signal,
    confirm: (text) => terminal.confirm(text, signal),
    onProgress: terminal.onProgress,
    writeReport: reportWriter(args.reportFile, Date.now),
  });
}

/**
 * Entry point of the doctor, after `doctor.mjs` has checked the Node version. Exit status 0 if there are no problems,
 * else 1.
 */
const isHealthy = await printResults(chooseChecks(), terminal.printLine);
process.exitCode = isHealthy ? 0 : 1;
