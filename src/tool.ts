import { GavelError } from './domain/errors.ts';

/** Exit status after a mistake that trying again does not mend (sysexits: EX_CONFIG), as the bot's own. */
const EXIT_NEEDS_OPERATOR = 78;

/** What tools write, copies of the database, is for its owner alone. */
const FILE_MASK = 0o077;

/** Runs a tool of the command line: what it says goes to the terminal, and what stops it in one sentence too. */
export async function runTool(
  tool: (args: readonly string[], say: (line: string) => void) => Promise<void>,
): Promise<void> {
  process.umask(FILE_MASK);
  try {
    await tool(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    if (!(error instanceof GavelError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT_NEEDS_OPERATOR;
  }
}
