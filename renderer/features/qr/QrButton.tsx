import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QrCode } from 'lucide-react'
import { lazy, useState } from 'react'
import type { ReactNode } from 'react'
import { LaterPart } from '../../session/ErrorBoundary.tsx'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

interface QrProps {
  link: string
  /** The profile whose QR style is used. */
  profileId: string
}

/** Shows the button that opens a link's QR code. */
export function QrButton(props: QrProps) {
  return (
    <WithDialog {...props}>
      {(show) => (
        <Button
          variant="default"
          leftSection={<QrCode size={15} aria-hidden />}
          aria-haspopup="dialog"
          onClick={show}
        >
          QR code
        </Button>
      )}
    </WithDialog>
  )
}

/** Loads the code that draws and reads QR codes on first use. */
function WithDialog({ children, ...code }: QrProps & { children: (show: () => void) => ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    open()
  }
  return (
    <>
      {children(show)}
      {wasOpened && (
        <LaterPart>
          <QrDialog {...code} opened={opened} close={close} />
        </LaterPart>
      )}
    </>
  )
}
