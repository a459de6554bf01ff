import { registerHooks } from 'node:module';

/* The bot as users run it, stopped at the moment when most of it is loaded. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.endsWith('/src/app.ts')) process.kill(process.pid, 'SIGTERM');
    return nextLoad(url, context);
  },
});

await import(new URL('../../../src/main.mjs', import.meta.url).href);
