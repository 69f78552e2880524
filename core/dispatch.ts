import { calls, isCallName } from '../contract/calls.ts'
import type { CallName, CallOutput, ParsedInput } from '../contract/calls.ts'
import { isExcessive } from '../contract/jsonScan.ts'
import { fieldErrorsOf } from '../contract/fieldErrors.ts'
import { fail } from '../contract/result.ts'
import type { Result } from '../contract/result.ts'
import { toStorageProblem } from './folder/storageProblem.ts'

/** One handler per row of the table of calls: a missing one does not compile. */
export type Handlers = { [N in CallName]: (input: ParsedInput<N>) => Promise<Result<CallOutput<N>>> }

/** What `dispatch` runs against: the handlers, and where bugs are reported (without inputs or headers). */
export interface Dispatchable {
  handlers: Handlers
  reportBug: (call: string, error: unknown) => void
}

/** Answers one call by name from untrusted input. Never throws: a bug becomes a `Result` too. */
export async function dispatch(core: Dispatchable, name: string, input: unknown): Promise<Result<unknown>> {
  if (!isCallName(name)) return fail({ code: 'unknown_call' })
  return await run(core, name, input)
}

async function run(core: Dispatchable, name: CallName, input: unknown): Promise<Result<unknown>> {
  try {
    if (isExcessive(input)) return fail({ code: 'input_too_large' })
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) return fail({ code: 'invalid_input', fields: fieldErrorsOf(parsed.error) })
    // The compiler cannot see that the row's schema and the row's handler belong to the same name.
    const handler = core.handlers[name] as (input: unknown) => Promise<Result<unknown>>
    return await handler(parsed.data)
  } catch (error) {
    const problem = toStorageProblem(error)
    if (problem) return fail(problem)
    core.reportBug(name, error)
    return fail({ code: 'bug' })
  }
}
