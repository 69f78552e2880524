import { lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { PresentLink } from '../../../contract/calls/changes.ts'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { changedFields, isAsSeen, patchableFields } from './patches.ts'
import type { SeenFields } from './patches.ts'
import { useChangeLink } from './useChangeLink.ts'
import type { ChangingLink } from './useChangeLink.ts'
import { LaterPart } from '../../session/ErrorBoundary.tsx'

const ConfirmChange = lazy(() => import('./ConfirmChange.tsx'))

/** A change made with one button. In production, it asks for confirmation. */
interface ConfirmableChange {
  /** What the change does, in the imperative. */
  title: string
  patch: LinkPatch
  /** What was done, for the confirmation. */
  done: string
  /** The values that the user saw; by default those in the library. */
  seen?: SeenFields
}

/** A question about a change. `present`: values that someone else has set for the same fields in the meantime. */
interface Question {
  change: ConfirmableChange
  present: PresentLink | null
}

/**
 * Returns a function that changes a link, and the confirmation to render. It asks for confirmation in production, and
 * if someone else changed the link after the user saw it. So no change is overwritten by accident.
 */
export function useConfirmedChange(record: LinkRecord): {
  ask: (change: ConfirmableChange) => void
  question: ReactNode
  changing: ChangingLink
} {
  const [asked, setAsked] = useState<Question | null>(null)
  const changing = useChangeLink(record.id)
  const { stored, environment } = record
  const isProduction = environment === 'production'
  const send = async (change: ConfirmableChange) => {
    const { patch, done, seen = stored ? patchableFields(stored) : {} } = change
    const present = await changing.read()
    if (!present) return
    if (isAsSeen(present.link, patch, seen)) await changing.sendAndReport(patch, present.version, done)
    else setAsked({ change, present })
  }
  const confirm = ({ change, present }: Question) => {
    setAsked(null)
    void (present ? changing.sendAndReport(change.patch, present.version, change.done) : send(change))
  }
  const shown = asked?.present?.link ?? stored
  return {
    ask: (change) => (isProduction ? setAsked({ change, present: null }) : void send(change)),
    changing,
    question: asked && (
      <LaterPart>
        <ConfirmChange
          title={asked.change.title}
          isProduction={isProduction}
          isChangedMeanwhile={asked.present !== null}
          rows={shown ? changedFields(shown, asked.change.patch) : []}
          close={() => setAsked(null)}
          confirm={() => confirm(asked)}
        />
      </LaterPart>
    ),
  }
}
