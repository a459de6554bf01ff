import { english } from '#src/messages/messages.ts';
import { examplesOf } from './examples.ts';

/* `npm run messages`: prints every message that users read, with its key and an example of it. */

process.stdout.write(
  examplesOf(english)
    .map(({ key, text }) => `${key}: ${text.replaceAll('\n', ' ⏎ ')}\n`)
    .join(''),
);
