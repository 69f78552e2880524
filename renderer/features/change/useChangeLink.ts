import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import type { LinkVersion, CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { cacheRecord, cancelRequest } from '../../api/links.ts'
import { request } from '../../api/call.ts'
import { offerUndo } from '../../api/offerUndo.ts'
import { ProblemError } from '../../api/problemError.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { showProblemToast } from '../../ui/problem/showProblem.ts'
import { showToast } from '../../ui/toast.ts'

type Sent = CallOutput<'changes.send'>
type Outcome = Sent | { problem: Problem }

/** Functions that change one link, and whether a request is pending. */
export interface ChangingLink {
  isPending: boolean
  /** Changes the link if it still has this version. Resolves with the outcome, or with why the call failed. */
  send: (patch: LinkPatch, version: LinkVersion) => Promise<Outcome>
  /** Shows that a change was applied and whether it was stored as requested, with Undo. */
  announce: (sent: Sent, done: string) => void
  /** Does the same as `send`, and shows the outcome. */
  sendAndReport: (patch: LinkPatch, version: LinkVersion, done: string) => Promise<void>
  /** Reads the current link; `null` if that was cancelled or failed, in which case it shows the error. */
  read: () => Promise<CurrentLink | null>
  /** Stops waiting for the answer. The outcome of a change that was already sent is then unknown. */
  cancel: () => void
}

/** Functions that withdraw the Undo offer of a link's last change, by link id. */
const offers = new Map<string, () => void>()

/** Returns functions that change a library link, each change with Undo. */
export function useChangeLink(link: string): ChangingLink {
  const client = useQueryClient()
  const [pending, setPending] = useState<{ cancel: () => void } | null>(null)
  const { mutateAsync } = useCallMutation('changes.send', {
    onSuccess: ({ record }) => cacheRecord(client, record),
  })
  const send: ChangingLink['send'] = async (patch, version) => {
    const id = crypto.randomUUID()
    setPending({ cancel: () => cancelRequest(id) })
    try {
      return await mutateAsync({ id, link, patch, version })
    } catch (error) {
      return { problem: problemIn(error) }
    } finally {
      setPending(null)
    }
  }
  const report = (outcome: Outcome, done: string) => {
    if ('problem' in outcome) showProblemToast(outcome.problem)
    else if (outcome.change.state === 'applied') announce(outcome, done)
    else if (outcome.change.problem) showProblemToast(outcome.change.problem)
  }
  const undo = async (back: LinkPatch, version: LinkVersion, done: string) => {
    const outcome = await send(back, version)
    const problem = whyNothingChanged(outcome)
    if (problem) throw new ProblemError(problem)
    report(outcome, `Undone: ${done}`)
  }
  const announce: ChangingLink['announce'] = ({ change: { back, after, differences } }, done) => {
    const message = `${done}. ${storedWords(differences)}`
    // The previous change's toast can no longer undo it, because the link has changed since.
    offers.get(link)?.()
    offers.delete(link)
    if (back && after && Object.keys(back).length > 0)
      offers.set(link, offerUndo({ message, undo: () => undo(back, after, done), undone: null }))
    else showToast({ role: 'status', message })
  }
  return {
    announce,
    isPending: pending !== null,
    send,
    sendAndReport: async (patch, version, done) => report(await send(patch, version), done),
    read: async () => {
      const cancelled = Promise.withResolvers<null>()
      setPending({ cancel: () => cancelled.resolve(null) })
      try {
        return await Promise.race([request('changes.read', { link }), cancelled.promise])
      } catch (error) {
        showProblemToast(problemIn(error))
        return null
      } finally {
        setPending(null)
      }
    },
    cancel: () => pending?.cancel(),
  }
}

/** Returns why a change was not applied if it can be sent again; `null` otherwise, such as in a conflict. */
function whyNothingChanged(outcome: Outcome): Problem | null {
  if ('problem' in outcome) return outcome.problem
  return outcome.change.state === 'refused' ? outcome.change.problem : null
}

function problemIn(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { code: 'bug' }
}

function storedWords(differences: Sent['change']['differences']): string {
  if (differences === null) return 'What was stored couldn’t be read back.'
  if (differences.length === 0) return 'Stored as requested.'
  return 'The service stored some fields differently.'
}
