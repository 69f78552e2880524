import { calls, isCallName } from '../contract/app/calls/calls.ts'
import type { CallName, CallOutput, ParsedInput } from '../contract/app/calls/calls.ts'
import { isExcessive } from '../contract/service/json/jsonScan.ts'
import { toFieldErrors } from '../contract/service/link/fieldErrors.ts'
import { fail, type Result } from '../contract/app/problems/result.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import { errorCode } from './folder/codedError.ts'

/** One handler per call. A missing handler fails to compile. */
export type Handlers = {
  [N in CallName]: (input: ParsedInput<N>) => Result<CallOutput<N>> | Promise<Result<CallOutput<N>>>
}

/** What `dispatch` needs: the handlers, and a reporter for bugs that never receives inputs or headers. */
export interface Dispatchable {
  handlers: Handlers
  reportBug: (call: string, error: unknown) => void
}

/**
 * Runs a call by name with untrusted input. Never throws: errors about runs, tables, imports
 * and storage are returned as problems, and so is a bug.
 */
export async function dispatch(core: Dispatchable, name: string, input: unknown): Promise<Result<unknown>> {
  if (!isCallName(name)) return fail({ code: 'unknown_call' })
  return await run(core, name, input)
}

async function run(core: Dispatchable, name: CallName, input: unknown): Promise<Result<unknown>> {
  try {
    if (isExcessive(input)) return fail({ code: 'input_too_large' })
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) return fail({ code: 'invalid_input', fields: toFieldErrors(parsed.error) })
    // TypeScript can't see that schema and handler belong to the same name.
    const handler = core.handlers[name] as (input: unknown) => Promise<Result<unknown>>
    return await handler(parsed.data)
  } catch (error) {
    const code = errorCode(error)
    const problem = code ? { code } : toStorageProblem(error)
    if (problem) return fail(problem)
    core.reportBug(name, error)
    return fail({ code: 'bug' })
  }
}
