import { waitsFor } from '../actions.ts';
import type { Oracle } from './context.ts';

/** Once nothing is wrong any more, every channel gets what waits for it. */
export const progress: Oracle = ({ observation: { looks } }) => {
  const last = looks.at(-1);
  if (last === undefined) return ['health was never answered'];
  const waiting = waitsFor(last.text);
  return waiting.length === 0 ? [] : [`in the end health still says: ${waiting.join(' | ')}`];
};
