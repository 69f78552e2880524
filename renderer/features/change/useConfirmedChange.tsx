import { useState, type ReactNode } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { changedFields, overwritesOnlySeen, patchableFields, type SeenFields } from './patches.ts'
import { useChangeLink, type ChangingLink } from './useChangeLink.ts'
import { showToast } from '../../ui/toast.ts'
import { linkTitle } from '../record/linkTitle.ts'
import { useIsMounted } from '../../ui/useIsMounted.ts'
import { ConfirmChange } from './ConfirmChange.tsx'

/** A change that one button makes. In production, the user confirms it first. */
interface ConfirmableChange {
  /** What the change does, in the imperative. */
  title: string
  patch: LinkPatch
  /** What was done, for the toast. */
  done: string
  /** The values that the user saw; by default those in the library. */
  seen?: SeenFields
}

/** A change that waits for the user's confirmation. */
interface Question {
  change: ConfirmableChange
  /** The link, if someone else has changed the same fields in the meantime. */
  current: CurrentLink | null
}

/**
 * Returns a function that changes a link, and the question to render. The user is asked in production, and if someone
 * else has changed the same fields since the user saw them, so that no change is overwritten by accident.
 */
export function useConfirmedChange(record: LinkRecord): {
  ask: (change: ConfirmableChange) => void
  question: ReactNode
  changing: ChangingLink
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const changing = useChangeLink(record.id)
  const isMounted = useIsMounted()
  const { stored, environment } = record
  const isProduction = environment === 'production'
  const send = async (change: ConfirmableChange) => {
    const { patch, done, seen = stored ? patchableFields(stored) : {} } = change
    const current = await changing.read()
    if (!current) return
    if (overwritesOnlySeen(current.link, patch, seen))
      await changing.sendAndReport(patch, current.version, done)
    else if (isMounted()) setQuestion({ change, current })
    else showNotSent(change)
  }
  const confirm = ({ change, current }: Question) => {
    setQuestion(null)
    void (current ? changing.sendAndReport(change.patch, current.version, change.done) : send(change))
  }
  const shown = question?.current?.link ?? stored
  return {
    ask: (change) => {
      // A second click would conflict with the change of the first.
      if (changing.isPending) return
      if (isProduction) setQuestion({ change, current: null })
      else void send(change)
    },
    changing,
    question: question && (
      <ConfirmChange
        title={question.change.title}
        name={linkTitle(record)}
        isProduction={isProduction}
        isChangedMeanwhile={question.current !== null}
        rows={shown ? changedFields(shown, question.change.patch) : []}
        close={() => setQuestion(null)}
        confirm={() => confirm(question)}
      />
    ),
  }
}

/** Says that a change was not sent if its link was closed before the user could be asked. */
function showNotSent({ title }: ConfirmableChange): void {
  const message = 'Someone else changed the same fields in the meantime. Open the link to try again.'
  showToast({ color: 'red', title: `Not sent: ${title}`, message, autoClose: false, role: 'alert' })
}
