/** Flags of the privileged intents for verified and for limited bots (Discord docs: Application Flags). */
export const ApplicationFlags: readonly (readonly [number, string])[] = [
  [(1 << 12) | (1 << 13), 'Presence'],
  [(1 << 14) | (1 << 15), 'Server Members'],
  [(1 << 18) | (1 << 19), 'Message Content'],
];
