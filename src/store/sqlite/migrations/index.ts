import { initial } from './001-initial.ts';
import { everyAlert } from './002-every-alert.ts';
import { gapSizes } from './003-gap-sizes.ts';
import { triesByDiscordsClock } from './004-tries-by-discords-clock.ts';
import { heldMessages } from './005-held-messages.ts';
import { toldLate } from './006-told-late.ts';
import type { Migration } from './migration.ts';

/** Every step in order; `user_version` counts how many a database has run. Only ever append. */
export const migrations: readonly Migration[] = [
  initial,
  everyAlert,
  gapSizes,
  triesByDiscordsClock,
  heldMessages,
  toldLate,
];
