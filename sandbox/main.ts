import { DemoError } from './demo/demo-error.ts';
import { type DemoOptions, readOptions, UsageError } from './demo/options.ts';
import { runDemo } from './demo/run.ts';
import { isInOrder } from './demo/summary.ts';

function optionsOrExit(): DemoOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** npm passes on a Ctrl-C that the terminal has sent to the demo as well: within this time it is the same one. */
const SAME_SIGNAL_MS = 500;

const stop = new AbortController();
const hurry = new AbortController();
let stoppedAt = Number.POSITIVE_INFINITY;

/** The first ends the market and waits for what is due, the second waits no longer. */
function onSignal(): void {
  if (!stop.signal.aborted) {
    stoppedAt = performance.now();
    stop.abort();
  } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) hurry.abort();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

async function main(): Promise<void> {
  const options = optionsOrExit();
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const summary = await runDemo(options, write, { stop: stop.signal, hurry: hurry.signal });
  write(JSON.stringify(summary));
  process.exitCode = isInOrder(summary) ? 0 : 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.status;
}
