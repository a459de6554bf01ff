import { bad, type CheckResult, good, warning } from './check-result.ts';
import type { Answer } from './http-request.ts';

const WARN_MS = 2_000;
const FAIL_MS = 30_000;

/**
 * Returns how far this machine's clock is ahead of a server's, ms; `null` without a Date header. The header has whole
 * seconds and the answer took some time, so this is the smallest possible difference.
 */
export function clockAhead({ headers, askedAt, answeredAt }: Answer): number | null {
  const serverTime = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return null;
  // Age: how long a cache has stored the answer, seconds (RFC 9111).
  const second = serverTime + Number(headers.get('age') ?? 0) * 1_000;
  const least = askedAt - (second + 1_000);
  const most = answeredAt - second;
  if (least <= 0 && most >= 0) return 0;
  return least > 0 ? least : most;
}

/** @param clockOwner for example `Discord’s` */
export function checkClock(clockOwner: string, answer: Answer): CheckResult {
  const ahead = clockAhead(answer);
  if (ahead === null)
    return warning(`${clockOwner} time is not in its answer.`, 'Compare this machine’s clock with date -u.');
  if (Math.abs(ahead) <= WARN_MS) return good(`This machine’s clock agrees with ${clockOwner}.`);
  const message = `This machine’s clock is ${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'} ${clockOwner}.`;
  const remedy = 'Synchronise the clock by NTP: timedatectl set-ntp true';
  return Math.abs(ahead) > FAIL_MS ? bad(message, remedy) : warning(message, remedy);
}
