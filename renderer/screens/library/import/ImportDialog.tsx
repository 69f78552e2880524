import { Button, Flex, Modal, Progress, Stack } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../session/Session.tsx'
import { useLeaveQuestion } from '../../../session/AskBeforeLeaving.tsx'
import { ChooseSource } from './ChooseSource.tsx'
import { Preview } from './Preview.tsx'
import { useImport, type Step } from './useImport.ts'

/** Imports links from a file or pasted text, after a preview. */
export function ImportDialog({ close }: { close: () => void }) {
  const { current } = useSession()
  const first = { profileId: current.profile.id, environment: current.environment }
  const { step, read, updatePreview, start, recreate, back, busy } = useImport(first, close)
  // Kept here, so that pasted links that could not be read are still in the field.
  const [text, setText] = useState('')
  const { leave, question } = useLeaveQuestion(() => step.at === 'choosing' && text.trim() !== '')
  return (
    <Modal opened onClose={() => leave(close)} size={760} title="Import links">
      {step.at === 'choosing' && (
        <ChooseSource
          problem={step.problem}
          text={text}
          setText={setText}
          choose={(source) => void read(source)}
        />
      )}
      {step.at === 'reading' && <Reading step={step} cancel={back} />}
      {step.at === 'preview' && (
        <Preview
          step={step}
          busy={busy !== null}
          isStarting={busy === 'starting'}
          updatePreview={(context, host, choice) => void updatePreview(context, host, choice)}
          start={(keepReferences) => void start(keepReferences)}
          recreate={() => void recreate()}
          back={back}
        />
      )}
      {question}
    </Modal>
  )
}

function Reading({
  step: { source, sent },
  cancel,
}: {
  step: Extract<Step, { at: 'reading' }>
  cancel: () => void
}) {
  const { size } = source.content
  const isUploaded = sent >= size
  const doing = `Reading ${source.name ?? 'the pasted text'}`
  return (
    <Stack gap={14}>
      <p role="status">{doing}</p>
      <Progress value={isUploaded ? 100 : (sent / size) * 100} animated={isUploaded} aria-label={doing} />
      <Flex justify="flex-end">
        <Button variant="default" autoFocus onClick={cancel}>
          Cancel
        </Button>
      </Flex>
    </Stack>
  )
}
