/**
 * Wraps a part of the stand-in so that using anything it does not have throws, where a plain object would answer
 * `undefined` and let a mistake pass. What a promise or an inspector asks of every object is let through.
 */
export function createStrict<T extends object>(name: string, part: T): T {
  const harmless = new Set<string | symbol>(['then', 'toJSON'])
  return new Proxy(part, {
    get: (target, key) => {
      const isThere = key in target || typeof key === 'symbol' || harmless.has(key)
      if (!isThere) throw new TypeError(`The stand-in for Electron has no ${name}.${key}`)
      const value = Reflect.get(target, key) as unknown
      // Private members are found on the part itself and not on its wrapping.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Refuses an argument that the real function would refuse. */
export function assertArgument(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(message)
}

/** Whether an argument is text, whatever its type says: the app may have been built without one. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
