import { DemoError } from './demo/demo-error.ts';
import { type DemoOptions, HelpRequested, readOptions, UsageError } from './demo/options.ts';
import { runDemo } from './demo/run.ts';
import { isSuccessful } from './demo/summary.ts';
import { ReplayError } from './marketplace/replay/replay-error.ts';

const USAGE_STATUS = 2;

function optionsOrExit(): DemoOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpRequested) {
      process.stdout.write(`${error.message}\n`);
      process.exit(0);
    }
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(USAGE_STATUS);
  }
}

/** npm passes on a Ctrl-C that the terminal has also sent to the demo: within this time it counts as the same one. */
const SAME_SIGNAL_MS = 500;

const stop = new AbortController();
const endNow = new AbortController();
let stoppedAt = Number.POSITIVE_INFINITY;

/** The first signal closes the market and starts the drain, the second ends the drain. */
function onSignal(): void {
  if (!stop.signal.aborted) {
    stoppedAt = performance.now();
    stop.abort();
  } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) endNow.abort();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

async function main(): Promise<void> {
  const options = optionsOrExit();
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const summary = await runDemo(options, write, { stop: stop.signal, endNow: endNow.signal });
  write(JSON.stringify(summary));
  process.exitCode = isSuccessful(summary) && !summary.directMessageOpenings.isTooFast ? 0 : 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DemoError || error instanceof ReplayError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof DemoError ? error.status : USAGE_STATUS;
}
