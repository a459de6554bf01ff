import { registerHooks } from 'node:module';

/* The bot as users run it, told to stop at the moment when the most of it is loaded. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.endsWith('/src/app.ts')) process.kill(process.pid, 'SIGTERM');
    return nextLoad(url, context);
  },
});

await import('../../../src/main.ts');
