import { GatewayIntentBits as Bits } from 'discord-api-types/v10';

const NUMBERS = Object.values(Bits).filter((value) => typeof value === 'number');
const KNOWN = NUMBERS.reduce((all, bit) => all | bit, 0);
const PRIVILEGED = Bits.GuildMembers | Bits.GuildPresences | Bits.MessageContent;

/** Whether the bit field has only bits that Discord knows; beyond 32 bits JavaScript's operators drop the rest. */
export function validIntents(intents: unknown): intents is number {
  return (
    typeof intents === 'number' &&
    Number.isInteger(intents) &&
    intents >= 0 &&
    intents <= KNOWN &&
    (intents & ~KNOWN) === 0
  );
}

/** Whether an application that was given some privileged intents may ask for these. */
export function allowedIntents(intents: number, granted: number): boolean {
  return (intents & PRIVILEGED & ~granted) === 0;
}
