import type { CallInput, CallName, CallOutput } from '../../contract/calls.ts'
import type { Result } from '../../contract/result.ts'

/** A running host as its window sees it, and as strangers do. */
export interface RunningHost {
  /** A call of the window. The name and input may be anything. */
  call: (name: string, input: unknown) => Promise<Result<unknown>>
  /** The same call from everyone who is not the window, by who they are. */
  strangers: Record<string, (name: string, input: unknown) => Promise<Result<unknown>>>
  /** What the window's origin answers for a path of its own. */
  fetch: (path: string) => Promise<{ status: number; headers: Record<string, string>; text: string }>
  /** Everything that the process has printed. */
  output: () => string
  /** Ends it in order and gives its exit code. */
  end: () => Promise<number | null>
  /** Ends it as a crash would, at once. */
  kill: () => Promise<void>
}

/** One way to carry the app; the suite of calls runs over each. */
export interface HostKind {
  name: string
  start: (dataFolder: string) => Promise<RunningHost>
}

/** The value of a call that must succeed. */
export async function get<N extends CallName>(
  host: RunningHost,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const result = (await host.call(name, input)) as Result<CallOutput<N>>
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
  return result.value
}
