/** Replaces a property of a module, class or global object. */
export function replace(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
