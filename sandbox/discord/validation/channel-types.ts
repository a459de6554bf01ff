/** Every kind of channel that Discord knows (Discord docs: Channel Types). */
export const CHANNEL_TYPES: readonly number[] = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16];
