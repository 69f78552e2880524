import type { Failure } from './failure.ts'

/** What can be asked of the thread: subject → operation. What goes in and comes out is copied from thread to thread. */
export type Operations = Record<string, Record<string, (...input: never[]) => unknown>>

/** The same as the other threads see it. */
export type Remote<Subject> = {
  [N in keyof Subject]: Subject[N] extends (...input: infer I) => infer O
    ? (...input: I) => Promise<Awaited<O>>
    : never
}
export type RemoteSubjects<O> = { [S in keyof O]: Remote<O[S]> }

/** The names of all operations, by subject. */
export type OperationNames = Record<string, string[]>

export interface ThreadRequest {
  id: number
  subject: string
  operation: string
  input: unknown[]
}

/** To the thread: first what it is to open, then questions, and at last the end. */
export type ToThread = { open: unknown } | ThreadRequest | 'close'

/** From the thread: that it is open, or why not, an event, or the outcome of the request with this id. */
export type FromThread<Greeting> =
  | { ready: Greeting; names: OperationNames }
  | { refused: Failure }
  | { event: string }
  | { id: number; answer: unknown }
  | { id: number; failure: Failure }
