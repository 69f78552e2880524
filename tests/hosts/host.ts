import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import type { Result } from '../../contract/app/problems/result.ts'

/** A running host as seen by its window and by others. */
export interface RunningHost {
  /** Makes a call as the window. Name and input can be anything. */
  call: (name: string, input: unknown) => Promise<Result<unknown>>
  /** The same call from callers other than the window, by caller. */
  otherCallers: Record<string, (name: string, input: unknown) => Promise<Result<unknown>>>
  /** Fetches a path of the window's origin. */
  fetch: (path: string) => Promise<{ status: number; headers: Record<string, string>; text: string }>
  /** Returns everything the process has printed. */
  output: () => string
  /** Ends it normally. Resolves with its exit code. */
  end: () => Promise<number | null>
  /** Kills it immediately, like a crash. */
  kill: () => Promise<void>
}

/** One way to run the app. The suite of calls runs over each. */
export interface HostKind {
  name: string
  start: (dataFolder: string) => Promise<RunningHost>
}

/** Returns the value of a call that must succeed. */
export async function get<N extends CallName>(
  host: RunningHost,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const result = (await host.call(name, input)) as Result<CallOutput<N>>
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
  return result.value
}
