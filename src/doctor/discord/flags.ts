/** Flags of the privileged intents (Discord docs: Application Flags): those of verified bots and the limited ones. */
export const ApplicationFlags: readonly (readonly [number, string])[] = [
  [(1 << 12) | (1 << 13), 'Presence'],
  [(1 << 14) | (1 << 15), 'Server Members'],
  [(1 << 18) | (1 << 19), 'Message Content'],
];
