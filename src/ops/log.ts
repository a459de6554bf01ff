import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

const CENSORED = '[secret]';

/**
 * Secrets as they stand in a logged line, wherever in it and however deep: fields that hold one, whatever has the
 * form of a bot's token, and the token of an interaction in the path of a request (errors of discord.js carry it).
 */
const SECRETS: readonly (readonly [form: RegExp, written: string])[] = [
  [/"(token|discordToken|DISCORD_TOKEN|authorization)":"(?:[^"\\]|\\.)*"/gi, `"$1":"${CENSORED}"`],
  [/(?<![\w-])[\w-]{17,}\.[\w-]{6}\.[\w-]{25,}/g, CENSORED],
  [/(\/(?:webhooks|interactions)\/\d{15,20}\/)[^/?"\\\s]+/g, `$1${CENSORED}`],
];

const withoutSecrets = (line: string): string =>
  SECRETS.reduce((text, [form, written]) => text.replaceAll(form, written), line);

/**
 * A structured log on standard output: lines for a person at a terminal, JSON for everything else. No secret gets
 * into it, were a request, an error or the settings logged whole.
 */
export function createLog(options: {
  readonly level: string;
  readonly forPeople: boolean;
  /** Where the lines go, if not to standard output. */
  readonly to?: DestinationStream & NodeJS.WritableStream;
  /** Called with every line that is written, as JSON and without secrets. It must neither log nor throw. */
  readonly onLine?: (line: string) => void;
}): Logger {
  const { onLine } = options;
  const settings = {
    level: options.level,
    base: null,
    // What a refused request held is long, and says nothing that the error does not.
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
  if (!options.forPeople) return to === undefined ? pino(settings) : pino(settings, to);
  const layout = { sync: true, translateTime: 'HH:MM:ss', singleLine: true };
  return pino(settings, pretty(to === undefined ? layout : { ...layout, destination: to, colorize: false }));
}
