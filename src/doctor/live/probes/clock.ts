import { timeOfSnowflake } from '#src/discord/snowflake.ts';
import { judge, type Probe } from '../probe.ts';
import { requirePosted } from '../requirements.ts';

const TOLERANCE_MS = 2_000;
/** The header has a resolution of one second, so on average it is half a second behind. */
const HEADER_ROUNDING_MS = 500;

const seconds = (ms: number): string => `${(Math.abs(ms) / 1_000).toFixed(1)} s`;

/** Compares the `Date` header of an answer with the time in the id of the message. */
export const clock: Probe = {
  name: 'clock',
  assumed: `The Date header and the ids of messages follow one clock, within ${TOLERANCE_MS / 1_000} s.`,
  dependent: 'The search for a message starts at the time of its attempt, by the Date header.',
  async run(lab) {
    const answer = await lab.tryPost({ content: lab.mark('Clock') });
    const message = requirePosted(answer);
    const dateMs = Date.parse(answer.headers.get('date') ?? '') + HEADER_ROUNDING_MS;
    if (Number.isNaN(dateMs)) return judge(false, 'an answer without a Date header');
    const idAheadMs = timeOfSnowflake(message.id) - dateMs;
    const machineAheadMs = Math.round(answer.answeredAt - dateMs);
    return judge(
      Math.abs(idAheadMs) <= TOLERANCE_MS,
      `the id and Date differ by ${seconds(idAheadMs)}, this machine’s clock and Date by ${seconds(machineAheadMs)}`,
      { idAheadMs, machineAheadMs },
    );
  },
};
