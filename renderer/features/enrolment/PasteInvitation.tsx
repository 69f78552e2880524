import { Textarea } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { DialogForm } from '../../ui/forms/DialogForm.tsx'
import { FileAction } from '../../ui/FileAction.tsx'
import { maxEnrolmentLength } from '../../../contract/service/keys/enrolmentLink.ts'
import type { CallMutation } from '../../api/useCall.ts'

interface PasteInvitationProps {
  /** Opens an invitation. It may have failed for one that another program passed. */
  open: CallMutation<'enrolment.open'>
  cancel: () => void
}

/** Asks for the link or file of an invitation. */
export function PasteInvitation({ open, cancel }: PasteInvitationProps) {
  const [text, setText] = useState('')
  const read = (invitation: string) => open.mutate({ text: invitation.slice(0, maxEnrolmentLength) })
  return (
    <DialogForm
      submit={() => read(text)}
      cancel={cancel}
      label="Continue"
      isPending={open.isPending}
      disabled={text.trim() === ''}
      problem={open.error?.problem}
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
