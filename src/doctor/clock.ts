import type { Answer } from './ask.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const NOTICED_MS = 2_000;
const WRONG_MS = 30_000;

/**
 * By how much this machine's clock is ahead of a server's, ms; `null` where the server does not tell. The Date header
 * has whole seconds, and the answer was under way for some time, so it is the least that explains what was seen.
 */
export function clockAhead({ headers, askedAt, answeredAt }: Answer): number | null {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told)) return null;
  // A cache tells how long ago it was given the answer (RFC 9111, Age).
  const second = told + Number(headers.get('age') ?? 0) * 1_000;
  const least = askedAt - (second + 1_000);
  const most = answeredAt - second;
  if (least <= 0 && most >= 0) return 0;
  return least > 0 ? least : most;
}

/** @param whose such as `Discord’s` */
export function checkClock(whose: string, answer: Answer): Finding {
  const ahead = clockAhead(answer);
  if (ahead === null) return warning(`${whose} clock is not told.`, 'Compare this machine’s with date -u.');
  if (Math.abs(ahead) <= NOTICED_MS) return good(`This machine’s clock agrees with ${whose}.`);
  const says = `This machine’s clock is ${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'} ${whose}.`;
  const remedy = 'Let the machine set its clock by the network: timedatectl set-ntp true';
  return Math.abs(ahead) > WRONG_MS ? bad(says, remedy) : warning(says, remedy);
}
