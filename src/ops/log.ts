import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const CENSORED = '[secret]';

/**
 * Patterns of secrets anywhere in a log line: fields with secrets, everything in the format of a bot token, and interaction
 * tokens in the path of a request (errors of discord.js contain it), and the password of the database.
 */
const SECRETS: readonly (readonly [form: RegExp, written: string])[] = [
  [/"(token|discordToken|DISCORD_TOKEN|authorization|password)":"(?:[^"\\]|\\.)*"/gi, `"$1":"${CENSORED}"`],
  [/(?<![\w-])[\w-]{17,}\.[\w-]{6}\.[\w-]{25,}/g, CENSORED],
  [/(postgres(?:ql)?:\/\/)[^\s"]{1,500}@/g, `$1${CENSORED}@`],
  [/(\/(?:webhooks|interactions)\/\d{15,20}\/)[^/?"\\\s]+/g, `$1${CENSORED}`],
];

const withoutSecrets = (line: string): string =>
  SECRETS.reduce((text, [form, written]) => text.replaceAll(form, written), line);

/**
 * A structured log on standard output: readable lines for a terminal, JSON otherwise. Secrets are removed, even if a whole
 * request, error or configuration is logged.
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
