import { COMMANDS_AREAS } from './commands.ts';
import { MARKET_AREAS } from './market.ts';
import type { PlantedArea, PlantedBug } from './planted-bug.ts';
import { RULES_AREAS } from './rules.ts';
import { SENDING_AREAS } from './sending.ts';
import { SILENCES_AND_TEMPLATES_AREAS } from './silences-and-templates.ts';

/** Bugs that a fast test has to find (`docs/planted-bugs.md`). */
export const PLANTED_AREAS: readonly PlantedArea[] = [
  ...SENDING_AREAS,
  ...RULES_AREAS,
  ...MARKET_AREAS,
  ...SILENCES_AND_TEMPLATES_AREAS,
  ...COMMANDS_AREAS,
];

export const PLANTED_BUGS: readonly PlantedBug[] = PLANTED_AREAS.flatMap(({ bugs }) => bugs);
