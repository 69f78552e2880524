import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import { fail, type Result } from '../../contract/app/problems/result.ts'
import { respondAsyncHeaders, tokenHeader } from '../../contract/app/window/windowAddress.ts'
import { recordResult } from './hostState.ts'
import { unwrapResult } from './problemError.ts'
import { askToConfirmSchemes } from './schemeQuestion.ts'
import { codeExchanged, currentToken } from './token.ts'

declare global {
  interface Window {
    /** Provided by the desktop app's preload script; absent in the browser host. */
    desktop?: {
      call: (name: string, input: unknown) => Promise<unknown>
      /** Registers the callback for paths that the menu or another program asks the window to open. */
      onOpenRequest: (show: (path: string) => void) => void
    }
  }
}

// Maximum body of a `keepalive` request, in bytes. The Fetch standard allows 64 KiB for a page that is being closed.
const keepaliveLimit = 60_000

/** Whether the page is being closed. `pagehide` fires before `visibilityState` changes. */
let isLeaving = false
window.addEventListener('pagehide', () => (isLeaving = true))
window.addEventListener('pageshow', () => (isLeaving = false))

/**
 * Calls the app. Never throws: an unreachable host is returned as a problem. If nothing was sent because the user must
 * confirm destinations first, asks the user and repeats the call.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
  const result = (await sendCall(name, input)) as Result<CallOutput<N>>
  recordResult(result)
  const unconfirmed = result.ok ? undefined : result.problem.unconfirmed
  if (!unconfirmed || !(await askToConfirmSchemes(unconfirmed))) return result
  const schemes = unconfirmed.schemes.map(({ scheme }) => scheme)
  const confirmed = await call('profiles.confirmSchemes', { id: unconfirmed.profileId, schemes })
  return confirmed.ok ? await call(name, input) : confirmed
}

/** Does the same for React Query, which reports failures as thrown errors: throws a `ProblemError`. */
export async function request<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  return await unwrapResult(call(name, input))
}

async function sendCall(name: string, input: unknown): Promise<unknown> {
  try {
    return window.desktop ? await window.desktop.call(name, input) : await postCall(name, input)
  } catch {
    return fail({ code: 'host_unreachable' })
  }
}

async function postCall(name: string, input: unknown): Promise<unknown> {
  const body = JSON.stringify(input)
  const exchanged = codeExchanged()
  if (exchanged) await exchanged
  let response = await post(`/call/${name}`, body)
  for (let path = latePath(response); path !== null; path = latePath(response)) {
    // Reading the body frees the connection.
    await response.text()
    await new Promise((resolve) => setTimeout(resolve, lateResultPollMs))
    response = await post(path, '{}')
  }
  const answer: unknown = await response.json().catch(() => null)
  return isResult(answer) ? answer : failedResponse(response.status)
}

/** Poll interval for a late result, in milliseconds. */
const lateResultPollMs = 400

/** Returns the path of the result if the call takes long; `null` if this response is the result. */
function latePath({ status, headers }: Response): string | null {
  return status === 202 ? headers.get('location') : null
}

async function post(path: string, body: string): Promise<Response> {
  return await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [tokenHeader]: currentToken(), ...respondAsyncHeaders },
    body,
    keepalive: (isLeaving || document.visibilityState === 'hidden') && new Blob([body]).size < keepaliveLimit,
  })
}

function isResult(answer: unknown): answer is Result<unknown> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean'
}

function failedResponse(status: number): Result<never> {
  return status === 401 || status === 403 ? fail({ code: 'not_allowed' }) : fail({ code: 'bug', status })
}
