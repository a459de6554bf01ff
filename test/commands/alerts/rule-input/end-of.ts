/** How a reader ended: the type of what it read, or the name of the error with which it refused. */
export function endOf(read: () => unknown): string {
  try {
    return typeof read();
  } catch (error) {
    return error instanceof Error ? error.name : 'no error';
  }
}
