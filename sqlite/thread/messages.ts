import type { Failure } from './failure.ts'

/** The operations of a thread, by subject. Arguments and results are copied between threads. */
export type Operations = Record<string, Record<string, (...input: never[]) => unknown>>

/** A subject as used from other threads. */
export type Remote<Subject> = {
  [N in keyof Subject]: Subject[N] extends (...input: infer I) => infer O
    ? (...input: I) => Promise<Awaited<O>>
    : never
}
export type RemoteSubjects<O> = { [S in keyof O]: Remote<O[S]> }

/** Names of all operations, by subject. */
export type OperationNames = Record<string, string[]>

export interface ThreadRequest {
  id: number
  subject: string
  operation: string
  input: unknown[]
}

/** Messages to the thread: first the data to open, then requests, finally `close`. */
export type ToThread = { open: unknown } | ThreadRequest | 'close'

/** Messages from the thread: that it is open or why it isn't, an event, or the outcome of a request by id. */
export type FromThread<Greeting> =
  | { ready: Greeting; names: OperationNames }
  | { refused: Failure }
  | { event: string }
  | { id: number; answer: unknown }
  | { id: number; failure: Failure }
