import { Button } from '@mantine/core'
import { QrCode } from 'lucide-react'
import { lazy } from 'react'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { useLazyDialog } from '../../ui/useLazyDialog.ts'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

interface QrButtonProps {
  link: string
  /** The profile whose QR style is used. */
  profileId: string
}

/** Opens a link's QR code. The code that draws and reads QR codes is loaded on first use. */
export function QrButton(props: QrButtonProps) {
  const { opened, wasOpened, show, close } = useLazyDialog()
  return (
    <>
      <Button
        variant="default"
        leftSection={<QrCode size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={show}
      >
        QR code
      </Button>
      {wasOpened && (
        <LaterPart>
          <QrDialog {...props} opened={opened} close={close} />
        </LaterPart>
      )}
    </>
  )
}
