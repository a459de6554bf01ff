import { judge, type Probe } from '../probe.ts';
import { requirePosted } from '../requirements.ts';

/** Ages at which a message is repeated, s. */
const AGES_S = [30, 70, 120, 180, 240, 300, 420, 600] as const;
/** The bot repeats for 60 s, and a request may take 7 s. */
const NEEDED_S = 70;

/**
 * Measures for how long Discord honours a nonce. Each age has a message of its own, because a repetition might prolong
 * the time.
 */
export const nonceWindow: Probe = {
  name: 'nonce-window',
  assumed: `A request that is repeated with its nonce within ${NEEDED_S} s is posted once.`,
  dependent: 'The bot repeats a request whose answer was lost, for 60 s.',
  async run(lab) {
    const messages = [];
    for (const ageS of AGES_S) {
      const body = { content: lab.mark(`Nonce, ${ageS} s`), nonce: lab.nonce(), enforce_nonce: true };
      const { id } = await lab.post(body);
      messages.push({ ageS, body, id, postedAt: lab.clock.monotonic() });
    }
    let honouredS = 0;
    for (const { ageS, body, id, postedAt } of messages) {
      await lab.wait(postedAt + ageS * 1_000 - lab.clock.monotonic(), `measuring the nonce at ${ageS} s`);
      const repeated = requirePosted(await lab.tryPost(body));
      if (repeated.id !== id) {
        const before = honouredS === 0 ? '' : `posted once after ${honouredS} s, and `;
        return judge(honouredS >= NEEDED_S, `${before}twice after ${ageS} s`, {
          honouredS,
          notHonouredS: ageS,
        });
      }
      honouredS = ageS;
    }
    return judge(true, `posted once after ${honouredS} s, the longest time that is measured`, {
      honouredS,
      notHonouredS: null,
    });
  },
};
