/**
 * An error in a form that can be sent to another thread. Structured cloning would lose its class, the error codes of
 * SQLite and the system, and other properties.
 */
export interface Failure {
  name: string
  message: string
  stack: string
  properties: Record<string, boolean | number | string>
}

/** Classes of errors by the `name` that they give their errors. */
export type ErrorClasses = Record<string, new (message: string) => Error>

/** Converts an error for another thread. Properties that may not be cloneable, such as `cause`, are left out. */
export function toFailure(error: unknown): Failure {
  const cause = error instanceof Error ? error : new Error(String(error))
  const { name, message, stack = '' } = cause
  const properties = Object.entries(cause).filter(([, value]) =>
    ['boolean', 'number', 'string'].includes(typeof value),
  )
  return { name, message, stack, properties: Object.fromEntries(properties) }
}

/** Rebuilds the error with its properties, and with its class if that is one of `classes`. */
export function toError({ name, message, stack, properties }: Failure, classes: ErrorClasses): Error {
  const errorClass = Object.hasOwn(classes, name) ? classes[name] : undefined
  return Object.assign(new (errorClass ?? Error)(message), { name, stack }, properties)
}
