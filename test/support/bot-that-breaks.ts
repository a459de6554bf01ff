/*
 * The bot as users run it, in which something breaks that nobody foresaw: on SIGHUP an error is thrown outside of everything, and on
 * SIGCONT a promise is rejected that nobody waits for. Either error holds the token.
 */

const broken = () => new Error(`broke while it held ${process.env['DISCORD_TOKEN']}`);

process.on('SIGHUP', () => {
  throw broken();
});
process.on('SIGCONT', () => void Promise.reject(broken()));

await import('../../src/main.ts');
