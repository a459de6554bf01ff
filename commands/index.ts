import type { Command } from '#src/discord/command.ts';
import { activity } from './activity/command.ts';
import { alerts } from './alerts/command.ts';
import { auction } from './auction/command.ts';
import { collection } from './collection/command.ts';
import { createHelp } from './help.ts';
import { profile } from './profile/command.ts';
import { settings } from './settings/command.ts';
import { silence } from './silence/command.ts';
import { status } from './status.ts';
import { template } from './template/command.ts';
import { token } from './token/command.ts';
import { watch } from './watch/command.ts';
import { why } from './why/command.ts';

const subjects: readonly Command[] = [
  collection,
  token,
  profile,
  auction,
  activity,
  watch,
  alerts,
  silence,
  template,
  why,
  settings,
  status,
];

/** All slash commands, in the order of `/help` and the documentation. */
export const commands: readonly Command[] = [...subjects, createHelp(subjects)];
