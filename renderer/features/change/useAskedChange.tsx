import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { changedFields } from './patches.ts'
import { useChangeLink } from './useChangeLink.ts'
import type { ChangingLink } from './useChangeLink.ts'

const ConfirmChange = lazy(() => import('./ConfirmChange.tsx'))

/** A change by one button. Production asks about it. */
interface AskedChange {
  /** What the change does, as a command. */
  title: string
  patch: LinkPatch
  /** What was done, once it was. */
  done: string
}

/** Returns a function that changes a link, in production after a question, and that question. */
export function useAskedChange(record: LinkRecord): {
  ask: (change: AskedChange) => void
  question: ReactNode
  changing: ChangingLink
} {
  const [asked, setAsked] = useState<AskedChange | null>(null)
  const changing = useChangeLink(record.id)
  const send = ({ patch, done }: AskedChange) => void changing.sendNow(patch, done)
  const close = () => setAsked(null)
  return {
    ask: (change) => (record.environment === 'production' ? setAsked(change) : send(change)),
    changing,
    question: asked && (
      <Suspense fallback={null}>
        <ConfirmChange
          title={asked.title}
          rows={record.stored ? changedFields(record.stored, asked.patch) : []}
          close={close}
          confirm={() => {
            close()
            send(asked)
          }}
        />
      </Suspense>
    ),
  }
}
