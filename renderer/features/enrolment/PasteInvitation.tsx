import { Textarea } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { DialogForm } from '../../ui/forms/DialogForm.tsx'
import { FileAction } from '../../ui/FileAction.tsx'
import type { OpenedInvitation } from '../../../contract/app/calls/profiles/enrolment.ts'
import { maxEnrolmentLength } from '../../../contract/service/keys/enrolmentLink.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { useCallMutation } from '../../api/useCall.ts'

interface PasteInvitationProps {
  /** Why an invitation passed by another program can't be used. */
  problem: Problem | null
  done: (invitation: OpenedInvitation | null) => void
  cancel: () => void
}

/** Asks for the link or file of an invitation. */
export function PasteInvitation({ problem: initialProblem, done, cancel }: PasteInvitationProps) {
  const [text, setText] = useState('')
  // Not kept, because the input contains the secret.
  const open = useCallMutation('enrolment.open', { gcTime: 0 })
  const read = (invitation: string) =>
    open.mutate({ text: invitation.slice(0, maxEnrolmentLength) }, { onSuccess: done })
  return (
    <DialogForm
      submit={() => read(text)}
      cancel={cancel}
      label="Continue"
      isPending={open.isPending}
      disabled={text.trim() === ''}
      problem={open.error?.problem ?? (open.isIdle ? initialProblem : null)}
      others={
        <FileAction
          variant="subtle"
          color="gray"
          icon={Upload}
          accept=".json,application/json,text/plain"
          take={(file) => void readFile(file, read)}
        >
          Choose a file
        </FileAction>
      }
    >
      <Textarea
        data-autofocus
        // The dialog is open before this step is shown.
        autoFocus
        autoComplete="off"
        label="Invitation"
        description="Paste the link that begins with linkwright://enroll, or the contents of the file. You get it from whoever runs the service."
        autosize
        minRows={3}
        maxRows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** Reads no more of a file than the maximum length of an invitation. */
async function readFile(file: File, read: (text: string) => void): Promise<void> {
  read(file.size > maxEnrolmentLength ? '' : await file.text())
}
