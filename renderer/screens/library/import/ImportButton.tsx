import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Upload } from 'lucide-react'
import { lazy, memo } from 'react'
import { LaterPart } from '../../../session/ErrorBoundary.tsx'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** Shows the button that opens the import. */
export const ImportButton = memo(function ImportButton() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<Upload size={15} aria-hidden />} onClick={open}>
        Import…
      </Button>
      <LaterPart>{opened && <ImportDialog close={close} />}</LaterPart>
    </>
  )
})
