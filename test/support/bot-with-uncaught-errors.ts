/*
 * Runs the bot with uncaught errors on demand: SIGHUP throws an uncaught exception, SIGCONT causes an unhandled rejection.
 * Both error messages contain the token.
 */

const unexpectedError = () => new Error(`broke while it held ${process.env['DISCORD_TOKEN']}`);

process.on('SIGHUP', () => {
  throw unexpectedError();
});
process.on('SIGCONT', () => void Promise.reject(unexpectedError()));

await import(new URL('../../src/main.mjs', import.meta.url).href);
