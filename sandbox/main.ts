import { type DemoOptions, readOptions, UsageError } from './demo/options.ts';
import { runDemo } from './demo/run.ts';

function optionsOrExit(): DemoOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const summary = await runDemo(optionsOrExit(), (line) => process.stdout.write(`${line}\n`), stop.signal);
process.stdout.write(`${JSON.stringify(summary)}\n`);
process.exitCode = summary.lost === 0 && summary.twice === 0 ? 0 : 1;
