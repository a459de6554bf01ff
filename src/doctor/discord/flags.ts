/** Privileged intents as an application's flags show them (Discord docs: Application Flags), large bots' and small ones'. */
export const ApplicationFlags: readonly (readonly [number, string])[] = [
  [(1 << 12) | (1 << 13), 'Presence'],
  [(1 << 14) | (1 << 15), 'Server Members'],
  [(1 << 18) | (1 << 19), 'Message Content'],
];
