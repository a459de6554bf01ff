import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const CENSORED = '[secret]';

/**
 * Patterns of secrets in a log line: fields with secrets, anything that looks like a bot token, interaction tokens in
 * request paths (errors of discord.js contain them), and the database password. User ids are removed too, in request
 * paths and where they stand for a channel (`alerts/target.ts`).
 */
const SECRETS: readonly (readonly [form: RegExp, written: string])[] = [
  [/"(token|discordToken|DISCORD_TOKEN|authorization|password)":"(?:[^"\\]|\\.)*"/gi, `"$1":"${CENSORED}"`],
  [/(?<![\w-])[\w-]{17,}\.[\w-]{6}\.[\w-]{25,}/g, CENSORED],
  [/(postgres(?:ql)?:\/\/)[^\s"]{1,500}@/g, `$1${CENSORED}@`],
  [/(\/members\/|\bdm:)\d{15,20}/g, `$1[person]`],
  [/(\/(?:webhooks|interactions)\/\d{15,20}\/)[^/?"\\\s]+/g, `$1${CENSORED}`],
];

const withoutSecrets = (line: string): string =>
  SECRETS.reduce((text, [form, written]) => text.replaceAll(form, written), line);

/** Returns the errors from this one to its innermost cause. */
function causeChain(error: Error): readonly Error[] {
  const chain = [error];
  for (let { cause } = error; cause instanceof Error && !chain.includes(cause); { cause } = cause) {
    chain.push(cause);
  }
  return chain;
}

/**
 * Returns whether an error is expected while a bot runs: one of Gavel's own, or one with a code from the network, the
 * disk, the database or Discord. Its stack would not help, and hides the lines that do. Node's `ERR_` codes mean bugs.
 */
function isForeseen(error: Error): boolean {
  const innermost = causeChain(error).at(-1);
  return innermost !== undefined && 'code' in innermost && !String(innermost.code).startsWith('ERR_');
}

/**
 * Formats an error for a log line: type, message with those of its causes, and the stack unless the error is expected.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described = pino.stdSerializers.err(error);
  if (!isForeseen(error)) return described;
  const { stack: _stack, aggregateErrors: _errors, ...foreseen } = described;
  return foreseen;
}

/**
 * Creates a structured log on standard output: readable lines for a terminal, JSON otherwise. Secrets are removed, even
 * if a whole request, error or configuration is logged.
 */
export function createLog(options: {
  readonly level: string;
  readonly humanReadable: boolean;
  /** Destination; standard output by default. */
  readonly to?: DestinationStream & NodeJS.WritableStream;
  /** Called with every line, as JSON and without secrets. Must neither log nor throw. */
  readonly onLine?: (line: string) => void;
}): Logger {
  const { onLine } = options;
  const settings = {
    level: options.level,
    base: null,
    serializers: { err: describeError, cause: describeError },
    // The body of a refused request is long, and the error contains everything relevant.
    redact: { paths: ['err.requestBody', 'cause.requestBody', 'err.*.requestBody'], remove: true },
    hooks: {
      streamWrite(line: string) {
        const written = withoutSecrets(line);
        onLine?.(written);
        return written;
      },
    },
  };
  const { to } = options;
  if (!options.humanReadable) return to === undefined ? pino(settings) : pino(settings, to);
  const layout = { sync: true, translateTime: 'HH:MM:ss', singleLine: true };
  return pino(settings, pretty(to === undefined ? layout : { ...layout, destination: to, colorize: false }));
}
