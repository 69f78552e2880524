import { Modal } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { CheckedInvitation, OpenedInvitation } from '../../../contract/app/calls/profiles/enrolment.ts'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { call } from '../../api/call.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { Loading } from '../../ui/Loading.tsx'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { AskService } from './AskService.tsx'
import { PasteInvitation } from './PasteInvitation.tsx'

/**
 * Accepts an invitation in three steps: paste it (unless another program passed it), allow the first request to its
 * service, and accept what the service offers. Invitations that arrive in the meantime follow one by one.
 */
export default function InvitationDialog({ keyStore }: { keyStore: KeyStoreState }) {
  const [, go] = useLocation()
  // Not kept once the dialog is closed, because the input can contain the secret.
  const open = useCallMutation('enrolment.open', { gcTime: 0 })
  const check = useCallMutation('enrolment.check')
  const [opened, checked] = [open.data, check.data]
  const hasStarted = useRef(false)
  const { mutate } = open
  useEffect(() => {
    // Runs once, even in React's strict mode, because a passed invitation can be taken only once.
    if (hasStarted.current) return
    hasStarted.current = true
    mutate({})
  }, [mutate])
  // Continues with the next invitation that another program has passed; if there is none, leaves for `path`.
  const continueOrLeave = (path: string) => {
    check.reset()
    mutate({}, { onSuccess: (next) => !next && go(path), onError: () => !opened && go(path) })
  }
  const isLoading = open.isIdle || (open.isPending && open.variables.text === undefined)
  const cancel = () => {
    if (opened) void call('enrolment.dismiss', { id: opened.id })
    continueOrLeave('/profiles')
  }
  return (
    <Modal opened onClose={cancel} size={560} title={getTitle(opened, checked)}>
      {isLoading ? (
        <Loading label="Loading the invitation" />
      ) : !opened ? (
        <PasteInvitation open={open} cancel={cancel} />
      ) : !checked ? (
        <AskService invitation={opened} check={check} cancel={cancel} />
      ) : (
        <AcceptInvitation
          key={opened.id}
          invitation={opened}
          about={checked}
          keyStore={keyStore}
          done={() => continueOrLeave('/create')}
          cancel={cancel}
        />
      )}
    </Modal>
  )
}

function getTitle(opened?: OpenedInvitation | null, checked?: CheckedInvitation): string {
  if (!opened) return 'Paste an invitation'
  return checked ? `Join ${checked.projectName}?` : 'Use this invitation?'
}
