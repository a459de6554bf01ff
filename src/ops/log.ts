import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Where a secret could stand in what is logged, were a request or an error logged whole. */
const SECRETS = [
  'token',
  'discordToken',
  '*.token',
  '*.discordToken',
  'headers.authorization',
  '*.headers.authorization',
  'err.requestBody',
  'err.config.headers',
];

/** A structured log on standard output: lines for a person at a terminal, JSON for everything else. */
export function createLog(options: { readonly level: string; readonly forPeople: boolean }): Logger {
  const settings = {
    level: options.level,
    base: null,
    redact: { paths: SECRETS, censor: '[secret]' },
  };
  return options.forPeople
    ? pino(settings, pretty({ sync: true, translateTime: 'HH:MM:ss', singleLine: true }))
    : pino(settings);
}
