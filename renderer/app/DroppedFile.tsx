import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { navigate } from '../session/hashLocation.ts'
import { runWhenHandled } from '../session/commands.ts'
import { newRunPath } from '../session/routes.ts'
import { windowPaths } from '../../contract/app/window/windowPath.ts'
import { handOverFile, useStrayFile } from '../ui/useDroppedFile.ts'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { shorten } from '../ui/shorten.ts'
import { QuietText } from '../ui/variants.ts'

interface Use {
  label: string
  hint: string
  open: () => void
}

const uses: readonly Use[] = [
  { label: 'Create links from it', hint: 'Every row becomes a link.', open: () => navigate(newRunPath) },
  {
    label: 'Import its links',
    hint: 'Links that exist, such as an export of another service, are added to your library.',
    open: () => {
      navigate('/links')
      runWhenHandled('importLinks')
    },
  },
  {
    label: 'Find its links',
    hint: 'Looks up the links in a table, a text or a picture of a QR code.',
    open: () => navigate(windowPaths.find),
  },
]

/** Asks what a file is for that was dropped on a screen without a place for files. */
export function DroppedFile() {
  const [file, setFile] = useState<File | null>(null)
  useStrayFile((dropped) => {
    if (!isDialogOpen()) setFile(dropped)
  })
  const use = (open: () => void) => () => {
    if (file) handOverFile(file)
    setFile(null)
    open()
  }
  return (
    <Modal
      opened={file !== null}
      onClose={() => setFile(null)}
      title={`What is “${shorten(file?.name ?? '', 40)}” for?`}
    >
      <Stack gap="xs">
        {uses.map(({ label, hint, open }, index) => (
          <div key={label}>
            <Button
              fullWidth
              justify="flex-start"
              variant="default"
              data-autofocus={index === 0 || undefined}
              onClick={use(open)}
            >
              {label}
            </Button>
            <QuietText mt={2} px={19}>
              {hint}
            </QuietText>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
