import { GavelError } from '#src/chain/errors.ts';

/** Exit status after an error that a retry cannot fix (sysexits: EX_CONFIG), like the bot's own. */
const EXIT_NEEDS_OPERATOR = 78;

/** Only the owner may access files that tools write, such as copies of the database. */
const FILE_MASK = 0o077;

/** Runs a command line tool. Its output, and the message of a `GavelError`, go to the terminal. */
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
