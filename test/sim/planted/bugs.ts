import { BOT_BUGS } from './bot-bugs.ts';
import { DELIVERY_BUGS } from './delivery-bugs.ts';
import type { PlantedBug } from './replaced-exports.ts';
import { RULE_BUGS } from './rule-bugs.ts';
import { SILENCE_BUGS } from './silence-bugs.ts';
import { TEMPLATE_BUGS } from './template-bugs.ts';
import { WHY_BUGS } from './why-bugs.ts';

/** Bugs that the simulator has to find, each within a thousand histories (`docs/design/simulator.md`). */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...DELIVERY_BUGS,
  ...RULE_BUGS,
  ...SILENCE_BUGS,
  ...TEMPLATE_BUGS,
  ...WHY_BUGS,
  ...BOT_BUGS,
];

/** The bug of this name. @throws RangeError when there is none */
export function bugNamed(name: string): PlantedBug {
  const bug = PLANTED_BUGS.find((one) => one.name === name);
  if (bug === undefined) throw new RangeError(`There is no bug “${name}”.`);
  return bug;
}
