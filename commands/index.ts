import type { Command } from '../src/discord/command.ts';
import { activity } from './activity.ts';
import { alerts } from './alerts/command.ts';
import { auction } from './auction/command.ts';
import { collection } from './collection/command.ts';

/** Every slash command, in the order in which `/help` and the documents list them. */
export const commands: readonly Command[] = [collection, auction, activity, alerts];
