import { Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useCall } from '../../api/useCall.ts'
import { useFormRules } from '../../link/useFormRules.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { SessionContext, useSession } from '../../session/Session.tsx'
import { useLeaveQuestion } from '../../session/AskBeforeLeaving.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { shorten } from '../../ui/shorten.ts'
import { linkTitle } from '../record/linkTitle.ts'
import { KeyProblem } from '../keys/KeyProblem.tsx'
import type { EditWork } from './EditBar.tsx'
import { EditForm } from './EditForm.tsx'

interface EditDialogProps {
  record: LinkRecord
  profile: SavedProfile
  /** A change that wasn't applied, to prefill the form with. */
  patch: LinkPatch | null
  close: () => void
}

/** Edits the current version of a link on its service. */
export function EditDialog({ record, profile, patch, close }: EditDialogProps) {
  const session = useSession()
  const current = useCall(
    'changes.read',
    { link: record.id },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  const rules = useFormRules(profile.id)
  const [work, setWork] = useState<EditWork>('none')
  const { leave, question } = useLeaveQuestion(() => work === 'unsent')
  // The fields depend on the link's profile, not on the active one.
  const linkSession = useMemo(
    () => ({ ...session, current: { profile, environment: record.environment } }),
    [session, profile, record.environment],
  )
  return (
    <Modal
      opened
      onClose={() => leave(close)}
      size={760}
      title={`Edit “${shorten(linkTitle(record), 60)}”`}
      closeOnClickOutside={false}
      // Escape while typing must not interrupt.
      closeOnEscape={work === 'none'}
    >
      {current.error && !current.data && (
        <KeyProblem
          problem={current.error.problem}
          outcome="The link couldn’t be opened for editing."
          profile={profile}
          environment={record.environment}
          keySaved={() => void current.refetch()}
        />
      )}
      {(current.isPending || rules === undefined) && <Loading label="Loading the link" cancel={close} />}
      {current.data && rules !== undefined && (
        <SessionContext value={linkSession}>
          <EditForm
            {...{ record, patch, rules, setWork, close }}
            leave={() => leave(close)}
            current={current.data}
          />
        </SessionContext>
      )}
      {question}
    </Modal>
  )
}
